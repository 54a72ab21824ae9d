/** The signatures of an attempt as its row keeps them: bytes in place of text, and no timestamp. */
import { THIN_MARK } from '../../schemas/webhooks/delivery.js'

const SIGNATURE_BYTES = 32
const VERSION = 'v1,'

/** Whether `AttemptWrite.signed` says that the payload was thin. */
export function isThin(signed: string): boolean {
  return signed.endsWith(` ${THIN_MARK}`)
}

/** The signatures of `AttemptWrite.signed` in hexadecimal, one after another. */
export function packSignatures(signed: string): string {
  const [, plain = '', ...rest] = signed.split(' ')
  let packed = plain
  for (const one of rest)
    if (one !== THIN_MARK) packed += Buffer.from(one.slice(VERSION.length), 'base64').toString('hex')
  return packed
}

/** `AttemptRow.signed` of an attempt that was made at this instant. */
export function unpackSignatures(packed: Buffer, at: Date, thin: boolean): string {
  const parts = [String(Math.floor(at.getTime() / 1_000)), packed.toString('hex', 0, SIGNATURE_BYTES)]
  for (let from = SIGNATURE_BYTES; from < packed.length; from += SIGNATURE_BYTES)
    parts.push(VERSION + packed.toString('base64', from, from + SIGNATURE_BYTES))
  if (thin) parts.push(THIN_MARK)
  return parts.join(' ')
}
