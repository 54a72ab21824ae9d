/** A document that is read in place of raw segments (contract.md 14). */
import Type from 'typebox'
import type { Static } from 'typebox'
import { Identifier, Instant, Text, orNull } from '../base/formats.js'
import { RawSegment, SegmentBatch } from '../segment/batch.js'
import { DOCUMENT_FORMATS, DocumentPart } from './reading.js'

export const MAX_DOCUMENT_BYTES = 10 * 2 ** 20
/** Longer names are cut to this length; readers use only the extension. */
export const MAX_NAME_LENGTH = 200

export const DOCUMENT_STATUSES = {
  received: 'It is stored and waiting to be read.',
  reading: 'It is being read.',
  read: 'It was read: `parts` accounts for all of it, and `batches` has its segments.',
  nothing_read: 'It was read, and has no segments: `parts` or `error_description` says why.',
  failed: 'It could not be read: `error_description` says why.',
} as const
export type DocumentStatus = keyof typeof DOCUMENT_STATUSES

const batches = Type.Array(Identifier('Id of a batch.'), {
  description:
    'Batches of its segments, in order, of at most 500 each; the first is known from the beginning. Empty if ' +
    'nothing was read, and with dry_run until it is submitted.',
})

export const AcceptedDocument = Type.Object(
  {
    id: Identifier('Id of the document.'),
    status: Type.Enum(['received', 'read'], {
      description: '`received`; of a dry run that is submitted, `read`.',
    }),
    batches,
  },
  { description: 'A document that was accepted.' },
)

const facts = {
  id: Identifier('Id of the document.'),
  status: Type.Enum(Object.keys(DOCUMENT_STATUSES) as DocumentStatus[], { description: 'Its progress.' }),
  name: orNull(Text('Name of its file.')),
  media_type: orNull(Text('Its media type, as it was sent.')),
  size: Type.Integer({ description: 'Its bytes.' }),
  source: orNull(Text('Source of its segments, as requested; null: the one that the document names.')),
  received: Instant('When it arrived.'),
  dry_run: Type.Boolean({ description: 'It is submitted by POST /v2/documents/{document_id}/submit.' }),
  format: orNull(Type.Enum([...DOCUMENT_FORMATS], { description: 'The format it was read as.' })),
  error_description: orNull(Text('Why nothing was read, in a sentence.')),
  batches,
}

export const ListedDocument = Type.Object(facts, {
  description: 'A document, without its parts and segments.',
})

export const Document = Type.Object(
  {
    ...facts,
    parts: orNull(Type.Array(DocumentPart, { description: 'All its parts, in order; null: not read yet.' })),
    segments: orNull(
      Type.Array(RawSegment, {
        description:
          'The segments that were read, until it is submitted; null: submitted, or nothing was read.',
      }),
    ),
  },
  { description: 'A document and the result of reading it.' },
)
export type Document = Static<typeof Document>

/** The body of POST /v2/documents/{document_id}/submit. */
export const DocumentSubmission = Type.Object(
  { segments: Type.Optional(SegmentBatch.properties.segments) },
  { description: 'Segments that replace those that were read.', additionalProperties: false },
)
