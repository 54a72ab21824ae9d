/** The signatures of an attempt as its row keeps them: bytes in place of text, and no timestamp. */
import { THIN_MARK } from '../../schemas/webhooks/delivery.js'

/** Of one signature; any of `v1a` are last, and a byte with their number follows. */
const BYTES = { v1: 32, v1a: 64 }

/** Whether `AttemptWrite.signed` says that the payload was thin. */
export function isThin(signed: string): boolean {
  return signed.endsWith(` ${THIN_MARK}`)
}

/** The signatures of `AttemptWrite.signed` in hexadecimal, one after another. */
export function packSignatures(signed: string): string {
  const [, plain = '', ...rest] = signed.split(' ')
  let packed = plain
  let asymmetric = 0
  for (const one of rest) {
    if (one === THIN_MARK) continue
    const [version = '', signature = ''] = one.split(',')
    packed += Buffer.from(signature, 'base64').toString('hex')
    if (version === 'v1a') asymmetric += 1
  }
  return asymmetric === 0 ? packed : packed + Buffer.of(asymmetric).toString('hex')
}

/** `AttemptRow.signed` of an attempt that was made at this instant. */
export function unpackSignatures(packed: Buffer, at: Date, thin: boolean): string {
  const parts = [String(Math.floor(at.getTime() / 1_000)), packed.toString('hex', 0, BYTES.v1)]
  const asymmetric = packed.length % BYTES.v1 === 0 ? 0 : (packed.at(-1) ?? 0)
  const end = packed.length - (packed.length % BYTES.v1)
  const firstAsymmetric = end - asymmetric * BYTES.v1a
  let from = BYTES.v1
  while (from < end) {
    const version = from < firstAsymmetric ? 'v1' : 'v1a'
    const to = from + BYTES[version]
    parts.push(`${version},${packed.toString('base64', from, to)}`)
    from = to
  }
  if (thin) parts.push(THIN_MARK)
  return parts.join(' ')
}
