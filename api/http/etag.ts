/**
 * Entity tags from row versions (contract.md 1, RFC 9110 8.8 and 13.1). Under a content coding a representation has other
 * bytes, and so another strong tag, which names the coding; a client that sends it back means the same row.
 */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../schemas/base/errors.js'
import type { Envelope } from '../../schemas/stream/message.js'

/** The tag of one row. `variant` distinguishes its representations. */
export const rowTag = (row: { id: string; version: number }, variant = ''): string =>
  `"${row.id}.${row.version}${variant}"`

/** The tag of a list: it changes when a row is added, removed or changed. */
export function listTag(
  rows: ReadonlyArray<{ id: string; version: number }>,
  total: number,
  variant = '',
): string {
  let text = `${total}${variant}`
  for (const row of rows) text += `,${row.id}.${row.version}`
  return textTag(text)
}

/**
 * The variant of trips with their segments, '' for rows without. The version of a trip does not change with
 * its segments, so their revision is part of the tag, or their digest (about 5 us per segment).
 */
export function segmentsVariant(rows: Array<{ revision: string | null; segments: string | null }>): string {
  let variant = ''
  for (const { revision, segments } of rows)
    if (segments !== null)
      variant += `~${revision ?? createHash('sha1').update(segments).digest('base64url')}`
  return variant
}

/** The tag of a text that has no version. */
export const textTag = (text: string): string => `"${createHash('sha1').update(text).digest('base64url')}"`

/** A character that no other tag ends with: neither base64url nor a version has it. */
const CODING = /\+(br|gzip)"$/

/** The tag of the same representation under a content coding. */
export const codedTag = (tag: string, coding: 'br' | 'gzip'): string => tag.replace(/"$/, `+${coding}"`)

const splitTags = (header: string): string[] => header.split(',').map((tag) => tag.trim())

/** As it was before a content coding. */
const plainTag = (tag: string): string => tag.replace(CODING, '"')

/**
 * The tag, as `If-None-Match` lists it: the client already has this representation, in this coding or another. Null if
 * it does not.
 */
export function listedTag(request: FastifyRequest, tag: string): string | null {
  const header = request.headers['if-none-match']
  if (header === undefined) return null
  const tags = splitTags(header).map((value) => value.replace(/^W\//, ''))
  return tags.find((one) => plainTag(one) === tag) ?? (tags.includes('*') ? tag : null)
}

/**
 * Throws `precondition_failed` if `If-Match` names no representation of the row as it is now (null: there is
 * no row). Returns what the row must still be when the change is applied: another change may be applied
 * first.
 */
export function requireIfMatch(
  request: FastifyRequest,
  row: { id: string; version: number } | null,
): Pick<Envelope, 'expects'> {
  const header = request.headers['if-match']
  if (header === undefined) return {}
  const tags = splitTags(header).map(plainTag)
  const stem = row === null ? '' : rowTag(row).slice(0, -1)
  if (row !== null && tags.includes('*')) return {}
  if (row !== null && tags.some((tag) => tag === `${stem}"` || tag.startsWith(`${stem}~`)))
    return { expects: { id: row.id, version: row.version } }
  throw new ApiError(
    'precondition_failed',
    'The resource has changed since you read it; read it again and repeat the change.',
  )
}
