/**
 * The preset dictionary of stored messages: deflate refers to it as if it preceded the text, so that a small
 * message need not hold its own field names. Frozen: what was written with a dictionary can only be read with
 * the same one. To change it, add another with the next number and keep this one. What is most frequent stands
 * last, where references are shortest.
 */
import FIRST from './dictionary-1.json' with { type: 'json' }

const { fields, messages } = FIRST

/** By number, which is the first byte of a stored message. */
export const DICTIONARIES: ReadonlyMap<number, Buffer> = new Map([
  [1, Buffer.from(`"${fields.join(' ').replaceAll(' ', '":"","')}":"",${messages.join('')}`)],
])
