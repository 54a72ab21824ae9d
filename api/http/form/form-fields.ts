/** The fields of a form or query: names and values as they are sent, decoded. */
import { isUtf8 } from 'node:buffer'
import { ApiError } from '../../../schemas/base/errors.js'

export const FORM_TYPE = 'application/x-www-form-urlencoded'

/** No form of ours has more than 40. */
export const MAX_FORM_NAMES = 200

/**
 * The values of each name, in order (URL Standard 5.1). 13,000 fields take 3 ms. Throws `invalid_request` for
 * more than `MAX_FORM_NAMES` different names.
 */
export function readFormFields(text: string): Map<string, string[]> {
  const fields = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(text)) {
    const values = fields.get(name)
    if (values !== undefined) {
      values.push(value)
      continue
    }
    if (fields.size === MAX_FORM_NAMES)
      throw new ApiError(
        'invalid_request',
        `A form or query may have at most ${MAX_FORM_NAMES} different names; send fewer.`,
      )
    fields.set(name, [value])
  }
  return fields
}

/** The text of a form. Throws if it is not UTF-8, escaped (`%FF`) or not: it would be read as U+FFFD. */
export function formText(bytes: Buffer): string {
  if (!isUtf8(unescaped(bytes))) throw new ApiError('invalid_request', 'The body is not valid UTF-8.')
  return bytes.toString('utf8')
}

const PERCENT = 0x25

/** The bytes with their percent-escapes resolved. */
function unescaped(bytes: Buffer): Buffer {
  if (!bytes.includes(PERCENT)) return bytes
  const out = Buffer.allocUnsafe(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    let byte = bytes[at]!
    if (byte === PERCENT) {
      const [high, low] = [hexDigit(bytes[at + 1]), hexDigit(bytes[at + 2])]
      if (high >= 0 && low >= 0) {
        byte = high * 16 + low
        at += 2
      }
    }
    out[length] = byte
    length += 1
  }
  return out.subarray(0, length)
}

/** The value of a hexadecimal digit in ASCII; -1 for anything else. */
function hexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
