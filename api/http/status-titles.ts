import { STATUS_CODES } from 'node:http'

/** The titles of HTTP statuses (RFC 9110 15); Node has older ones for two. */
export const STATUS_TITLES: Readonly<Record<number, string | undefined>> = {
  ...STATUS_CODES,
  413: 'Content Too Large',
  422: 'Unprocessable Content',
}
