/** The result of reading a document (contract.md 14), with an account of every part. */
import Type from 'typebox'
import type { Static } from 'typebox'
import { Text, orNull } from '../base/formats.js'

/** Formats of documents that can be read. */
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
  incomplete: 'It is a segment of the batch, without the values that the problems name.',
  refused: 'It is about travel, but became no segment, for the reasons in the problems.',
  ignored: 'It is not about travel.',
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
    at: Text('Where it is, such as line 3, row 12, or the path of an element.'),
    result: Type.Enum(Object.keys(PART_RESULTS) as PartResult[], { description: 'What became of it.' }),
    segment: orNull(Type.Integer({ description: 'Position in the batch, from 0; null: none.' })),
    problems: Type.Array(DocumentProblem, { description: 'What was not read; empty when all of it was.' }),
  },
  { description: 'A part of a document, and its result.' },
)
export type DocumentPart = Static<typeof DocumentPart>
