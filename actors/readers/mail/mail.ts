/**
 * Mails (RFC 5322 and 2046): what is marked up in their HTML, else their text, then their attachments, each read by the
 * reader of its form. A mail that was forwarded as an attachment is read as one.
 */
import PostalMime from 'postal-mime'
import type { Attachment, Email } from 'postal-mime'
import { instantText } from '../../../schemas/base/wall-time.js'
import { ignoredPart, refusedPart } from '../reader.js'
import type { DocumentReader, FoundPart, ReadInner, ReceivedDocument } from '../reader.js'

/** Header lines, of which one is of mails alone. Only the first bytes are looked at. */
const HEAD_BYTES = 16_384
const IS_MAIL =
  /^(?:From \S.*\r?\n)?(?:[!-9;-~]+:.*\r?\n(?:[ \t].*\r?\n)*)*?(?:(?:Received|Return-Path|Delivered-To|DKIM-Signature|Message-ID|MIME-Version):|From:[^\r\n]{0,998}@)/i
/** A mail has no more; postal-mime refuses it. */
const BOUNDS = { maxNestingDepth: 64, maxHeadersSize: 2 ** 20, forceRfc822Attachments: true }

/** What may hold a booking, by its type or name; anything else that nobody reads says nothing about travel. */
const IS_DOCUMENT =
  /^(?:text\/html|message\/|application\/(?:pdf|vnd\.|msword|ms-tnef|json|ld\+json|xml|zip))/
const NAMES_DOCUMENT = /\.(?:pdf|pkpass|pkpasses|ics|html?|json|csv|docx?|eml|msg)$/i
const [LF, CR, DASH] = [10, 13, 45]
/** Lines of 10 MB in Base64 are fewer; the parser takes 30 us for one that is not. */
const MAX_LINES = 150_000
/** Lines that may begin parts, and lines of the head. */
const MAX_MARKS = 5_000
const MAX_ATTACHMENTS = 100
const MAX_NAME = 80

const UNREADABLE =
  'This mail cannot be read: it has too many parts, or they are nested too deeply. Send the original mail.'
const EMPTY = 'This mail has no body; it may be cut off. Send the original mail.'
const TOO_DEEP = 'This mail is nested in too many other mails. Forward it on its own.'
const NO_MARKUP =
  'This text contains neither schema.org markup nor a GDS display. Forward the original mail from the ' +
  'supplier, or enter the booking by hand.'

export const mail: DocumentReader = {
  format: 'mail',
  source: 'email_parser',
  accepts: ({ bytes, mediaType }) => mediaType === 'message/rfc822' || isMail(bytes),
  read: async (document, readInner) => {
    const email = await parsed(document)
    if (email === null) return [refusedPart('mail', UNREADABLE)]
    const parts = await attachmentParts(email, document, readInner)
    const isRead = parts.some(({ raw }) => raw !== null)
    const body = await bodyParts(email, document, readInner, isRead)
    const all = [...body, ...parts]
    return all.length === 0
      ? [refusedPart('mail', EMPTY)]
      : all.map((part) => withStamp(part, stampOf(email)))
  },
}

/** Whether it begins with the header fields of a mail. */
export const isMail = (bytes: Uint8Array): boolean =>
  IS_MAIL.test(new TextDecoder('latin1').decode(bytes.subarray(0, HEAD_BYTES)))

/** Null: it cannot be parsed, or not in bounded time. */
async function parsed({ bytes }: ReceivedDocument): Promise<Email | null> {
  if (hasTooManyLines(bytes)) return null
  try {
    return await PostalMime.parse(bytes, BOUNDS)
  } catch {
    return null
  }
}

function hasTooManyLines(bytes: Uint8Array): boolean {
  let [lines, marks] = [0, 0]
  let inHead = true
  for (
    let at = bytes.indexOf(LF);
    at !== -1 && lines <= MAX_LINES && marks <= MAX_MARKS;
    at = bytes.indexOf(LF, at + 1)
  ) {
    lines += 1
    const [next, after] = [bytes[at + 1], bytes[at + 2]]
    if (inHead || (next === DASH && after === DASH)) marks += 1
    if (next === LF || (next === CR && after === LF)) inHead = false
  }
  return lines > MAX_LINES || marks > MAX_MARKS
}

/** @param isRead whether an attachment is a booking already */
async function bodyParts(
  email: Email,
  document: ReceivedDocument,
  readInner: ReadInner,
  isRead: boolean,
): Promise<FoundPart[]> {
  for (const [at, mediaType, text] of [
    ['html', 'text/html', email.html],
    ['text', 'text/plain', email.text],
  ] as const) {
    const bytes = new TextEncoder().encode(text ?? '')
    const parts = bytes.length === 0 ? [] : await readInner({ ...document, bytes, mediaType, name: null })
    if (parts.some(({ ignored }) => ignored !== true)) return parts.map((part) => within(at, part))
  }
  if (isRead || (email.html ?? email.text ?? '').trim() === '') return []
  return [refusedPart('body', NO_MARKUP)]
}

async function attachmentParts(
  { attachments }: Email,
  document: ReceivedDocument,
  readInner: ReadInner,
): Promise<FoundPart[]> {
  const parts: FoundPart[] = []
  for (const [row, attachment] of attachments.entries()) {
    const at = attachment.filename?.slice(0, MAX_NAME) ?? `attachment ${row + 1}`
    const { mimeType: mediaType, filename: name } = attachment
    const bytes = bytesOf(attachment)
    const found = row < MAX_ATTACHMENTS ? await readInner({ ...document, bytes, mediaType, name }) : []
    if (found.length > 0) parts.push(...found.map((part) => within(at, part)))
    else if (IS_DOCUMENT.test(mediaType) || NAMES_DOCUMENT.test(at))
      parts.push(refusedPart(at, unread(mediaType)))
    else parts.push(ignoredPart(at))
  }
  return parts
}

const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)

const within = (at: string, part: FoundPart): FoundPart => ({ ...part, at: `${at}: ${part.at}` })

const unread = (mediaType: string): string =>
  mediaType.startsWith('message/')
    ? TOO_DEEP
    : `The format ${mediaType.slice(0, MAX_NAME)} is not supported. Send the booking in another format.`

/** When it was sent; null if it does not say. */
function stampOf({ date }: Email): string | null {
  const sent = Date.parse(date ?? '')
  return Number.isNaN(sent) || sent < 0 ? null : instantText(sent)
}

/** A mail is a version of what it says; a markup that knows its own keeps it. */
function withStamp(part: FoundPart, stamp: string | null): FoundPart {
  if (part.raw === null || stamp === null) return part
  return { ...part, raw: { supplier_updated: stamp, ...part.raw } }
}
