/** A document in a line of a feed, in place of segments (contract.md 14.4). */
import Type from 'typebox'
import type { Static } from 'typebox'
import { isStorable } from '../base/storable.js'
import { MAX_NAME_LENGTH } from '../documents/document.js'
import { unknownSourceHint } from '../segment/validation/check-segment.js'
import type { CheckContext } from '../segment/validation/check-segment.js'
import { MAX_ERRORS } from '../segment/validation/limit-errors.js'
import { invalidValue, withHint } from '../segment/validation/segment-error.js'
import type { SegmentError } from '../segment/validation/segment-error.js'
import { unknownField } from '../segment/validation/unknown-field.js'
import { noSuggestions } from '../hints/likely-word.js'

const text = (description: string, maxLength?: number) =>
  Type.Optional(Type.String({ description, ...(maxLength === undefined ? {} : { maxLength }) }))

export const FeedDocument = Type.Object(
  {
    text: text('The document, if it is text. Send either this or base64.'),
    base64: text('Its bytes in base64.'),
    media_type: text('Its media type; omitted: recognised by content.', 120),
    name: text('Name of its file.', MAX_NAME_LENGTH),
    source: text(
      'Id of the source of all its segments; omitted: that of the account, else the one that the document names.',
    ),
  },
  { description: 'A document to be read in place of segments.' },
)
type SentDocument = Static<typeof FeedDocument>

export interface LineDocument {
  bytes: Uint8Array
  name: string | null
  mediaType: string | null
  source: string | null
}

const FIELDS = Object.keys(FeedDocument.properties)
const BASE64 = /^[A-Za-z0-9+/\s]*={0,2}\s*$/
const MEDIA_TYPE = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/

type Sent = { [K in keyof SentDocument]?: string | null }

/** The document of a line, or all of its errors. */
export function lineDocument(sent: unknown, context: CheckContext): LineDocument | SegmentError[] {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    return [invalidValue('document', 'must be an object with "text" or "base64"')]
  const malformed = shapeErrors(sent, context)
  if (malformed.length > 0) return malformed
  const { text, base64, media_type: type, name = null, source = null } = sent as Sent
  const errors = valueErrors({ type, name, source }, context)
  const bytes = bytesOf(text ?? null, base64 ?? null)
  if (bytes === null)
    errors.unshift(invalidValue('document', 'must have either "text" or "base64", not both, and not empty'))
  if (bytes === null || errors.length > 0) return errors
  return { bytes, name, mediaType: type?.toLowerCase() ?? null, source }
}

function shapeErrors(sent: object, { suggest = noSuggestions }: CheckContext): SegmentError[] {
  return Object.entries(sent)
    .slice(0, MAX_ERRORS)
    .flatMap(([name, value]) => {
      if (!FIELDS.includes(name)) return [unknownField({ path: 'document', name, known: FIELDS }, suggest)]
      const isText = value === null || typeof value === 'string'
      return isText ? [] : [invalidValue(`document.${name}`, 'must be a string')]
    })
}

/** Null: neither, both, or empty. */
function bytesOf(text: string | null, base64: string | null): Uint8Array | null {
  if ((text ?? '') !== '' && base64 === null) return Buffer.from(text!, 'utf8')
  const isGiven = text === null && (base64 ?? '') !== '' && BASE64.test(base64!)
  return isGiven ? Buffer.from(base64!, 'base64') : null
}

function valueErrors(
  { type, name, source }: { type: string | null | undefined; name: string | null; source: string | null },
  context: CheckContext,
): SegmentError[] {
  const errors: SegmentError[] = []
  if (typeof type === 'string' && !MEDIA_TYPE.test(type))
    errors.push(
      invalidValue('document.media_type', 'must be a media type without parameters, such as text/calendar'),
    )
  if (name !== null && (name.length > MAX_NAME_LENGTH || !isStorable(name)))
    errors.push(invalidValue('document.name', `must be a file name of at most ${MAX_NAME_LENGTH} characters`))
  if (source !== null && context.source(source)?.status !== 'Active')
    errors.push(
      withHint(
        invalidValue('document.source', 'is not the id of an active source', 'invalid_source'),
        unknownSourceHint(source, context),
      ),
    )
  return errors
}
