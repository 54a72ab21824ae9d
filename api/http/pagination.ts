/** Pages of a list: limit, offset, cursor, X-Total-Count and Link (contract.md 4, RFC 8288). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../schemas/base/errors.js'
import { isId } from '../../schemas/base/ids.js'
import { addLink } from './link.js'

export interface PageRequest {
  limit: number
  offset: number
  /** The parts of the cursor's position; null without a cursor. */
  cursor: string[] | null
  /** Name of the list's order: a cursor of another order is refused. */
  order: string
}

/**
 * The page that the parameters of a list ask for. Throws `invalid_request` for a cursor of another list.
 * @param order name of the list's order
 */
export function pageOf(
  { limit, offset, cursor }: { limit: number; offset: number; cursor: string | null },
  order: string,
): PageRequest {
  if (cursor === null) return { limit, offset, cursor: null, order }
  const [version, cursorOrder, ...position] = decodeCursor(cursor)
  const isValid = version === '1' && cursorOrder === order && position.length > 0
  if (!isValid || /[\0\uFFFD]/.test(position.join(''))) throw invalidCursor()
  return { limit, offset: 0, cursor: position, order }
}

/** The parts of a cursor; anything decodes to something, so the caller validates them. */
export function decodeCursor(text: string): string[] {
  return Buffer.from(text, 'base64url').toString().split('\n')
}

export function encodeCursor(parts: ReadonlyArray<string | number>): string {
  return Buffer.from(parts.join('\n')).toString('base64url')
}

export const invalidCursor = (): ApiError =>
  new ApiError(
    'invalid_request',
    'Parameter "cursor" is not a cursor of this list; take it from the Link header.',
  )

/** The position in rows ordered by a number, then by id. Throws `invalid_request`. */
export function positionAfter(page: PageRequest): { at: number; id: string } | null {
  if (page.cursor === null) return null
  const [at = '', id = ''] = page.cursor
  if (!/^-?\d{1,16}$/.test(at) || !isId(id)) throw invalidCursor()
  return { at: Number(at), id }
}

/** The position in rows that are numbered from one. Throws `invalid_request`. */
export function offsetAfter(page: PageRequest): number | null {
  if (page.cursor === null) return null
  const [at = ''] = page.cursor
  if (!/^\d{1,15}$/.test(at)) throw invalidCursor()
  return Number(at)
}

/** Adds a Link to the next page: the same URL with another cursor. */
export function addNextLink(
  request: FastifyRequest,
  reply: FastifyReply,
  baseUrl: string,
  cursor: string,
): void {
  const [path = '', query = ''] = request.url.split('?', 2)
  const parameters = new URLSearchParams(query)
  parameters.delete('offset')
  parameters.set('cursor', cursor)
  addLink(reply, `<${baseUrl}${path}?${parameters.toString()}>; rel="next"`)
}
