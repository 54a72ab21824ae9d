/** Pages of a list: limit, offset, cursor, X-Total-Count and Link (contract.md 4, RFC 8288). */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../schemas/base/errors.js'
import { isId } from '../../schemas/base/ids.js'
import { addLink } from './link.js'
import { integerParameter, textParameter } from './query.js'

/** `order` names the order of the list: a cursor of another order is refused. */
export interface PageRequest {
  limit: number
  offset: number
  cursor: string[] | null
  order: string
}

/**
 * The page that a request asks for (contract.md 4): `standard` entries without a `limit`, never more than `most`. Throws
 * `invalid_request`.
 */
export function readPageRequest(
  request: FastifyRequest,
  order: string,
  standard: number,
  most: number,
): PageRequest {
  const limit = integerParameter(request, 'limit', standard, 1, most)
  const offset = integerParameter(request, 'offset', 0, 0, 10_000, { refuse: true })
  const text = textParameter(request, 'cursor', 512)
  if (text === null) return { limit, offset, cursor: null, order }
  const [version, made, ...place] = Buffer.from(text, 'base64url').toString().split('\n')
  if (version !== '1' || made !== order || place.length === 0 || /[\0\uFFFD]/.test(place.join('')))
    throw badCursor()
  return { limit, offset: 0, cursor: place, order }
}

const badCursor = (): ApiError =>
  new ApiError('invalid_request', 'Parameter "cursor" is not one of this list; take it from the Link header.')

/** A place of rows that are ordered by a number, then by id. */
export function positionAfter(wanted: PageRequest): { at: number; id: string } | null {
  if (wanted.cursor === null) return null
  const [at = '', id = ''] = wanted.cursor
  if (!/^-?\d{1,16}$/.test(at) || !isId(id)) throw badCursor()
  return { at: Number(at), id }
}

/** A place of rows that are numbered from one. */
export function offsetAfter(wanted: PageRequest): number | null {
  if (wanted.cursor === null) return null
  const [at = ''] = wanted.cursor
  if (!/^\d{1,15}$/.test(at)) throw badCursor()
  return Number(at)
}

/** Cuts the row too many off, and says in the headers how many there are and where the list goes on. */
export function paginate<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  baseUrl: string,
  wanted: PageRequest,
  page: { rows: T[]; total: number },
  place: (row: T) => Array<string | number>,
): T[] {
  void reply.header('x-total-count', String(page.total))
  if (page.rows.length <= wanted.limit) return page.rows
  const rows = page.rows.slice(0, wanted.limit)
  const [path, query = ''] = request.url.split('?', 2)
  const parameters = new URLSearchParams(query)
  parameters.delete('offset')
  parameters.set(
    'cursor',
    Buffer.from(['1', wanted.order, ...place(rows.at(-1)!)].join('\n')).toString('base64url'),
  )
  addLink(reply, `<${baseUrl}${path!}?${parameters.toString()}>; rel="next"`)
  return rows
}
