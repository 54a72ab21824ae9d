/** What a handler returns: a status with a body that the declaration has, and headers by what they mean. */
import type { Static, TSchema } from 'typebox'
import { rowTag } from '../http/etag.js'
import { arrayText } from '../http/splice-segments.js'
import { encodeCursor } from '../http/pagination.js'
import type { PageRequest } from '../http/pagination.js'
import type { ResponseDoc } from './response-doc.js'

/** JSON, or another text, that is ready to be sent; a function is called only if it is sent. */
export interface Ready {
  readonly ready: string | Buffer | (() => string | Buffer)
}

export interface Answer<S extends number = number, B = unknown> {
  readonly status: S
  readonly body: B | NodeJS.ReadableStream | null
  /** The entity tag. A read whose client has it already is answered 304. */
  readonly tag?: string | undefined
  readonly location?: string | undefined
  /** Number of entries on all pages. */
  readonly total?: number | undefined
  /** The cursor of the next page. */
  readonly next?: string | null | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

type BodyOf<R> = R extends { schema: infer T extends TSchema } ? Static<T> : null

/** Any answer that the declared responses allow. */
export type AnswerOf<R extends Record<number, ResponseDoc>> =
  { [S in keyof R & number]: Answer<S, BodyOf<R[S]> | Ready> }[keyof R & number] | Answer<304, null>

type More = Omit<Answer, 'status' | 'body'>

export const ready = (text: Ready['ready']): Ready => ({ ready: text })

/** 200 with a value, or with text that is ready. */
export const ok = <B>(body: B, more: More = {}): Answer<200, B> => ({ status: 200, body, ...more })

/** A stored resource: its text is sent as it is, under the tag of its version. */
export const resource = (
  row: { id: string; version: number; doc: string },
  { text = row.doc, variant = '' }: { text?: Ready['ready']; variant?: string } = {},
): Answer<200, Ready> => ({ status: 200, body: { ready: text }, tag: rowTag(row, variant) })

/** The client has it already. */
export const unchanged = (tag: string): Answer<304, null> => ({ status: 304, body: null, tag })

/** Nothing to tell: `{}`. */
export const nothing = (): Answer<200, Ready> => ({ status: 200, body: { ready: '{}' } })

/** 201 with a value, or with text that is ready. */
export const created = <B>(body: B, more: More = {}): Answer<201, B> => ({
  status: 201,
  body,
  ...more,
})

/** 202 with a value, or with text that is ready. */
export const accepted = <B>(body: B, more: More = {}): Answer<202, B> => ({
  status: 202,
  body,
  ...more,
})

/** A body of any length. */
export const stream = (body: NodeJS.ReadableStream): Answer<200, never> => ({ status: 200, body })

/** The rows of a page, cut to its limit, and the cursor after them. */
export interface CutPage<T> {
  rows: T[]
  total: number
  next: string | null
}

/**
 * Cuts off the row beyond the limit, which says that there is a next page.
 * @param positionOf the position of a row in the list's order
 */
export function cut<T>(
  page: PageRequest,
  { rows, total }: { rows: T[]; total: number },
  positionOf: (row: T) => Array<string | number>,
): CutPage<T> {
  if (rows.length <= page.limit) return { rows, total, next: null }
  const shown = rows.slice(0, page.limit)
  return { rows: shown, total, next: encodeCursor(['1', page.order, ...positionOf(shown.at(-1)!)]) }
}

/**
 * A page of a list of stored texts.
 * @param tag the entity tag of the page, where it has one
 */
export const list = <T>(
  { rows, total, next }: CutPage<T>,
  textOf: (row: T) => string,
  tag?: string,
): Answer<200, Ready> => ({
  status: 200,
  body: { ready: () => arrayText(rows.map(textOf)) },
  tag,
  total,
  next,
})
