import { hash } from 'node:crypto'
import type { Id } from '../../../schemas/base/ids.js'

const NAMESPACE = Buffer.from('8f3a6c0e4b6d5d2f9a1c7e5b3d2f1a09', 'hex')
/** Room for four numbers of at most 16 digits and their separators. */
const MAX_NAME_BYTES = 72
const NAMED = Buffer.concat([NAMESPACE, Buffer.alloc(MAX_NAME_BYTES)])
/** Hexadecimal digits of the variant of RFC 9562, by its two free bits. */
const VARIANTS = ['8', '9', 'a', 'b']

/**
 * A UUID version 5 of member, sequence, ordinal and the step's time in epoch milliseconds. Without the time,
 * an event folded again after a restore of Postgres would have the id of one that receivers know with other
 * content.
 */
export function eventId(member: Id, sequence: number, ordinal: number, now: number): string {
  const written = NAMED.write(`${member}:${sequence}:${ordinal}:${now}`, NAMESPACE.length, 'latin1')
  const hex = hash('sha1', NAMED.subarray(0, NAMESPACE.length + written), 'hex')
  const variant = VARIANTS[Number.parseInt(hex.charAt(16), 16) & 3] as string
  return (
    `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-` +
    `${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  )
}
