/** Documents and their expected readings: pairs of files, `NAME` and `NAME.json`. */
import { readFileSync, readdirSync } from 'node:fs'
import { zipSync } from 'fflate'
import { readDocument } from '../../actors/readers/read-document.js'
import type { Reading } from '../../actors/readers/read-document.js'
import type { ReceivedDocument } from '../../actors/readers/reader.js'
import type { DocumentFormat, DocumentPart, DocumentProblem } from '../../schemas/documents/reading.js'
import type { RawFields } from '../../schemas/segment/validation/end-relations.js'
import { context } from '../corpus/reference-world.js'

/** The expected result of a part; without `segment` or `problems` it has none. */
interface ExpectedPart {
  at: string
  result: DocumentPart['result']
  segment?: RawFields
  problems?: DocumentProblem[]
}

interface Expected {
  /** Where the facts come from: a title and an address. */
  cited: string
  format: DocumentFormat | null
  /** When it arrives; not set: 2026-03-01. */
  received?: string
  mediaType?: string
  appointments?: boolean
  source?: string
  /** The content of a zip without a file of its own. */
  files?: ZipFiles
  parts: ExpectedPart[]
}

/** Text, a zip in the zip by a name that ends with .pkpass, or JSON. */
type ZipFiles = Record<string, unknown>

function zipOf(files: ZipFiles): Uint8Array {
  const entries = Object.entries(files).map(([name, file]): [string, Uint8Array] => [
    name,
    name.endsWith('.pkpass')
      ? zipOf(file as ZipFiles)
      : Buffer.from(typeof file === 'string' ? file : JSON.stringify(file)),
  ])
  return zipSync(Object.fromEntries(entries), { mtime: '2026-01-01' })
}

export interface Fixture {
  /** Folder and name of the document's file. */
  name: string
  document: ReceivedDocument
  expected: Expected
}

const FOLDER = new URL('../actors/readers/', import.meta.url)

/** The pairs of all readers. */
export function readFixtures(): Fixture[] {
  return readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: folder }) => {
      const files = readdirSync(new URL(`${folder}/`, FOLDER))
      return files
        .filter((file) => file.endsWith('.json') && !files.includes(`${file}.json`))
        .map((file) => fixture(`${folder}/${file.replace(/\.json$/, '')}`))
    })
}

function fixture(name: string): Fixture {
  const expected = JSON.parse(readFileSync(new URL(`${name}.json`, FOLDER), 'utf8')) as Expected
  return {
    name,
    expected,
    document: {
      bytes: expected.files === undefined ? readFileSync(new URL(name, FOLDER)) : zipOf(expected.files),
      mediaType: expected.mediaType ?? null,
      name,
      received: Date.parse(expected.received ?? '2026-03-01'),
      appointments: expected.appointments ?? false,
    },
  }
}

/** A reading in the format of the fixtures. */
export async function readAsExpected({ document, expected }: Fixture): Promise<Omit<Expected, 'cited'>> {
  const reading = await readDocument(document, expected.source ?? null, context)
  return { format: reading.format, parts: reading.parts.map((part) => asExpected(part, reading)) }
}

function asExpected({ segment, problems, ...part }: DocumentPart, reading: Reading): ExpectedPart {
  return {
    ...part,
    ...(segment !== null && { segment: reading.segments[segment]! }),
    ...(problems.length > 0 && { problems }),
  }
}
