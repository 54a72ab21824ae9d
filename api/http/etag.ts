/** Entity tags from row versions (contract.md 1, RFC 9110 8.8 and 13.1). */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../schemas/base/errors.js'
import type { Envelope } from '../../schemas/stream/message.js'

/** The tag of one row; `form` tells its representations apart. */
export const rowTag = (row: { id: string; version: number }, form = ''): string =>
  `"${row.id}.${row.version}${form}"`

/** The tag of a list: it changes when a row comes, goes or changes. */
export function listTag(rows: Array<{ id: string; version: number }>, total: number, form = ''): string {
  let text = `${total}${form}`
  for (const row of rows) text += `,${row.id}.${row.version}`
  return textTag(text)
}

/**
 * The form of trips with their segments, empty for rows that were read without: the version of a trip moves with its own
 * document alone, so what its segments say is in the tag as a digest (some 5 us a segment).
 */
export function segmentsVariant(rows: Array<{ segments: string | null }>): string {
  const digest = createHash('sha1')
  let form = ''
  for (const { segments } of rows) {
    if (segments === null) continue
    digest.update(segments)
    form = '~s'
  }
  return form === '' ? '' : form + digest.digest('base64url')
}

/** The tag of what has no version: of its text. */
export const textTag = (text: string): string => `"${createHash('sha1').update(text).digest('base64url')}"`

const listed = (header: string): string[] => header.split(',').map((tag) => tag.trim())

/** Puts the tag on the reply; true when the client has this representation already, and 304 is the answer. */
export function notModified(request: FastifyRequest, reply: FastifyReply, tag: string): boolean {
  void reply
    .header('etag', tag)
    .header('cache-control', 'private, no-cache')
    .header('vary', 'authorization, accept-encoding')
  const header = request.headers['if-none-match']
  if (header === undefined) return false
  const tags = listed(header).map((value) => value.replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(tag)
}

/**
 * Refuses a change when `If-Match` names none of the representations of the row as it is now; null: there is no row. Answers
 * for the envelope of the change what the row must still be where it is applied: another change may come before it.
 */
export function requireIfMatch(
  request: FastifyRequest,
  row: { id: string; version: number } | null,
): Pick<Envelope, 'expects'> {
  const header = request.headers['if-match']
  if (header === undefined) return {}
  const tags = listed(header)
  const stem = row === null ? '' : rowTag(row).slice(0, -1)
  if (row !== null && tags.includes('*')) return {}
  if (row !== null && tags.some((tag) => tag === `${stem}"` || tag.startsWith(`${stem}~`)))
    return { expects: { id: row.id, version: row.version } }
  throw new ApiError('precondition_failed', 'The resource has changed since; read it again.')
}
