/** Who sent a mail and what it is about, from its header fields (RFC 5322). */
import { decodeWords } from 'postal-mime'
import { emailKey } from '../../../schemas/base/email-key.js'
import { provesDomain } from './authentication-results.js'

export interface MailSender {
  /** The address in From as it is compared; null unless there is exactly one. */
  from: string | null
  /** Whether the operator's mail server has verified the domain of the address. */
  isVerified: boolean
  /** A line; null: none. */
  subject: string | null
}

/** Fields beyond this are not looked at, and the sender of such a mail is not verified. */
const HEAD_BYTES = 256 * 1024
const FIELD = /^(?:[!-9;-~]+:|(?!authentication-results)[!-9;-~]+[ \t]+:)/i
const MAX_SUBJECT = 200
const ADDRESS = String.raw`([\w.!#$%&'*+/=?^{|}~\x60-]+@[a-z\d.-]+)`
/** One address, with or without a name: anything else is read differently by different programs. */
const ONE_ADDRESS = new RegExp(
  String.raw`^(?:(?:"(?:[^"\\]|\\.)*"\s*|[^<>@"]*)<${ADDRESS}>|${ADDRESS})$`,
  'i',
)
const MAX_ADDRESS = 254

/** @param authservId the mail server whose Authentication-Results count; empty: none */
export function mailSender(bytes: Uint8Array, authservId: string): MailSender {
  const text = new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES))
  const [head = '', rest] = text.split(/\r?\n\r?\n/, 2)
  const lines = head.replaceAll(/\r?\n(?=[ \t])/g, '').split(/\r?\n/)
  const fields = (name: string): string[] =>
    lines.flatMap((line) => {
      const colon = line.indexOf(':')
      return line.slice(0, colon).trimEnd().toLowerCase() === name ? [line.slice(colon + 1).trim()] : []
    })
  const senders = fields('from')
  const [, named, bare] = (senders.length === 1 && ONE_ADDRESS.exec(senders[0]!)) || []
  const address = emailKey(named ?? bare ?? '')
  const from = address === '' || address.length > MAX_ADDRESS ? null : address
  // What the server may have read differently: its own fields would then not be all that count.
  const isClear =
    (rest !== undefined || bytes.length < HEAD_BYTES) &&
    !/\r(?!\n)|\0/.test(head) &&
    lines.every((line, at) => FIELD.test(line) || (at === 0 && line.startsWith('From ')))
  return {
    from,
    isVerified:
      from !== null &&
      isClear &&
      provesDomain(fields('authentication-results'), authservId, from.split('@')[1]!),
    subject: oneLine(decodeWords(fields('subject')[0] ?? '')),
  }
}

/** Without characters that are invisible or reverse the text. */
function oneLine(text: string): string | null {
  const line = text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, MAX_SUBJECT)
  return line === '' ? null : line
}
