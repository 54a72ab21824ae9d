/** What was read of a document (contract.md 14): every part of it is accounted for. */
import Type from 'typebox'
import type { Static } from 'typebox'
import { Text, orNull } from '../base/formats.js'

/** Forms of documents that are read. */
export const DOCUMENT_FORMATS = [
  'schema-org',
  'icalendar',
  'pnr',
  'boarding-pass',
  'exports',
  'order',
  'mail',
] as const
export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number]

/** What became of a part of a document. */
export const PART_RESULTS = {
  read: 'It is a segment of the batch.',
  incomplete: 'It is a segment of the batch, without what the problems name.',
  refused: 'It speaks of travel, and is no segment for the reasons that the problems name.',
  ignored: 'It says nothing about travel.',
} as const
export type PartResult = keyof typeof PART_RESULTS

export const DocumentProblem = Type.Object(
  {
    field: orNull(Text('Field of the segment, or name in the document; null: the whole part.')),
    description: Text('What was not read and why, in a sentence that names the fix.'),
  },
  { description: 'Something that was not read.' },
)
export type DocumentProblem = Static<typeof DocumentProblem>

export const DocumentPart = Type.Object(
  {
    at: Text('Where it stands, as line 3, row 12, or the path of an element.'),
    result: Type.Enum(Object.keys(PART_RESULTS) as PartResult[], { description: 'What became of it.' }),
    segment: orNull(Type.Integer({ description: 'Position in the batch, from 0; null: none.' })),
    problems: Type.Array(DocumentProblem, { description: 'What was not read; empty when all of it was.' }),
  },
  { description: 'A part of a document, and what became of it.' },
)
export type DocumentPart = Static<typeof DocumentPart>
