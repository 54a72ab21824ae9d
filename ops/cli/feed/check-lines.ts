/**
 * `feed --dry-run`: the answers that the service would give, from its own checks on its database. Nothing is accepted.
 * Documents are read: one in which nothing can be read is rejected here, although the service would accept its line.
 */
import type pg from 'pg'
import { noExtractor } from '../../../actors/readers/extract.js'
import type { Extract } from '../../../actors/readers/extract.js'
import { readDocument } from '../../../actors/readers/read-document.js'
import type { FeedAnswer } from '../../../api/client/src/generated/types.js'
import { errorAnswer } from '../../../api/feeds/lines/line-answers.js'
import { lineReader } from '../../../api/feeds/lines/line-reader.js'
import type { Line } from '../../../api/feeds/lines/line-reader.js'
import { parseLine } from '../../../api/feeds/lines/parse-line.js'
import { resolveMembers } from '../../../api/feeds/resolve-members.js'
import { feedStore } from '../../../db/feeds/feed-store.js'
import { airportZones, sourceRows } from '../../../db/reads/reference-rows.js'
import { ApiError } from '../../../schemas/base/errors.js'
import type { ReadDocument } from '../../../schemas/documents/document-store.js'
import type { AcceptedLine } from '../../../schemas/feeds/feed-line.js'
import { suggestions } from '../../../schemas/hints/likely-word.js'
import { sourceIndex } from '../../../schemas/hints/source-index.js'
import { MAX_BODY_BYTES } from '../../../schemas/segment/batch.js'
import type { CheckContext } from '../../../schemas/segment/validation/check-segment.js'
import { resultOf } from '../../../workers/documents/read-documents.js'
import type { Extractor } from '../../../workers/documents/extractor.js'
import type { LineSender } from './send-lines.js'

interface Checked {
  pool: pg.Pool
  /** The application that would send the feed. */
  client: string
  /** Null: PDFs and web pages without markup cannot be read. */
  extractor: Extractor | null
  /** Gets each part of a document that would not be read whole, with the number of its line. */
  onProblem: (line: number, problem: string) => void
}

/** Answers lines as a feed of the application would be answered; 202 has no ids. */
export async function lineChecker(checked: Checked): Promise<LineSender['send']> {
  const { pool, client } = checked
  const [sources, zones] = [await sourceRows(pool), await airportZones(pool)]
  const byId = new Map(sources.map((row) => [row.id, row]))
  const index = sourceIndex(sources)
  const store = feedStore(pool)
  return async function* (chunks, firstLine) {
    const reader = lineReader(MAX_BODY_BYTES, firstLine)
    for await (const chunk of chunks) {
      const context = {
        source: (id: string) => byId.get(id),
        sources: () => index,
        zoneOf: (iata: string) => zones.get(iata),
        strict: false,
        suggest: suggestions(),
      }
      const lines = [...reader.push(chunk)]
      const parsed = lines.map((line) => parseLine(line, context))
      const valid = parsed.flatMap((one) => (one.is === 'valid' ? [one.line] : []))
      const destinations = await resolveMembers(
        store,
        client,
        valid.map((line) => line.to),
      )
      let at = 0
      for (const [i, one] of parsed.entries()) {
        if (one.is === 'invalid') {
          yield JSON.parse(one.answer.text) as FeedAnswer
          continue
        }
        const destination = destinations[at++]!
        const refusal =
          destination.is === 'refused'
            ? destination.error
            : await unreadable(checked, one.line, lines[i]!, context)
        yield answerOf(lines[i]!, one.line, refusal)
      }
    }
  }
}

const answerOf = ({ number }: Line, { key }: AcceptedLine, refusal: ApiError | null): FeedAnswer =>
  refusal === null
    ? { line: number, status: 202, batch_id: '', segments: [] }
    : (JSON.parse(errorAnswer({ number, key }, refusal).text) as FeedAnswer)

/** Why nothing of the line's document can be read; null: something can, or it has none. */
async function unreadable(
  { extractor, onProblem }: Checked,
  { document, to }: AcceptedLine,
  { number }: Line,
  context: CheckContext,
): Promise<ApiError | null> {
  if (document === null) return null
  const source = document.source ?? ('member' in to ? null : to.source)
  const received = { ...document, received: Date.now(), appointments: false }
  const { status, parts, error } = resultOf(
    await readDocument(received, source, { ...context, strict: true }, extractWith(extractor)),
  )
  const problems = problemsOf(parts)
  if (status !== 'read')
    return new ApiError(
      'invalid_request',
      `Nothing could be read. ${error ?? problems[0] ?? 'It has no travel in it.'}`,
    )
  for (const problem of problems) onProblem(number, problem)
  return null
}

const extractWith = (extractor: Extractor | null): Extract =>
  extractor === null ? noExtractor : async ({ bytes }) => await extractor(bytes, new AbortController().signal)

/** What was not read, in sentences. */
const problemsOf = (parts: ReadDocument['parts']): string[] =>
  parts
    .filter(({ result }) => result === 'incomplete' || result === 'refused')
    .flatMap(({ at, problems }) =>
      problems.map(({ field, description }) => `${at}${field === null ? '' : `, ${field}`}: ${description}`),
    )
