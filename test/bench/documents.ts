/**
 * Documents a second in one thread, as the worker reads them: the fixtures of each reader, next to the library that parses
 * them alone. What a reader does more is finding, checking and explaining every part.
 */
import type { ReadingTask, ReadingThreadInput } from '../../workers/documents/reading-task.js'
import { jobThreads } from '../../workers/jobs/job-threads.js'
import type { JobThreads } from '../../workers/jobs/job-threads.js'
import { DOCUMENT_FORMATS } from '../../schemas/documents/reading.js'
import type { DocumentFormat } from '../../schemas/documents/reading.js'
import { referenceData } from '../../db/seed/reference-data.js'
import { readFixtures } from '../support/read-fixtures.js'
import type { Fixture } from '../support/read-fixtures.js'
import type { ParseTask } from './documents/parse-task.js'
import type { Bench, Contestant, Figures } from './harness/harness.js'
import { median } from './harness/statistics.js'

const HEAP_MB = 256
const TIMEOUT_MS = 60_000
const never = new AbortController().signal
const unit = (format: DocumentFormat): string => `${format} documents per s`

export const bench: Bench = {
  name: 'documents',
  about: 'documents a second in a thread, read / parsed by the library alone: the median of the readers',
  goal: null,
  second: { about: 'the reader that adds most', goal: null },
  seconds: 7,
  prepare: async (tools) => {
    const { airports, sources } = referenceData()
    const input: ReadingThreadInput = {
      zones: new Map(airports.flatMap(({ iata, zone }) => (zone === null ? [] : [[iata, zone]]))),
    }
    const thread = (program: string): JobThreads => {
      const bounds = { threads: 1, heapMb: HEAP_MB, timeoutMs: TIMEOUT_MS }
      const started = jobThreads({ program: new URL(program, import.meta.url).href, input, ...bounds })
      tools.defer(started.close)
      return started
    }
    const readers = thread('../../workers/documents/reading-task.ts')
    const parsers = thread('./documents/parse-task.ts')
    const known = new Map(sources.map(({ id, status }) => [id, status]))
    const fixtures = await parsable(readFixtures(), parsers)
    const contestant = (name: string, one: (fixture: Fixture) => Promise<unknown>): Contestant => ({
      name,
      round: async () => {
        const figures: Figures = {}
        for (const format of DOCUMENT_FORMATS) {
          const some = fixtures.filter(({ expected }) => expected.format === format)
          figures[unit(format)] = await perSecond(some, one, tools.seconds / DOCUMENT_FORMATS.length)
        }
        return figures
      },
    })
    const ratios = ({ readers: read, parsers: parsed }: Record<string, Figures>): number[] =>
      DOCUMENT_FORMATS.map((format) => read![unit(format)]! / parsed![unit(format)]!)
    return {
      contestants: [
        contestant('readers', async ({ document, expected }) => {
          const task: ReadingTask = {
            document,
            source: expected.source ?? null,
            sources: known,
            extractor: null,
          }
          return await readers.run(task, never)
        }),
        contestant('parsers', async (fixture) => await parsers.run(parseTask(fixture), never)),
      ],
      ratio: (medians) => median(ratios(medians)),
      secondRatio: (medians) => Math.min(...ratios(medians)),
    }
  },
}

const parseTask = ({ document, expected }: Fixture): ParseTask => ({
  format: expected.format!,
  bytes: document.bytes,
})

/** Those that a reader knows and the library does not refuse. */
async function parsable(fixtures: readonly Fixture[], parsers: JobThreads): Promise<Fixture[]> {
  const found: Fixture[] = []
  for (const fixture of fixtures)
    if (fixture.expected.format !== null)
      await parsers.run(parseTask(fixture), never).then(
        () => found.push(fixture),
        () => null,
      )
  return found
}

/** The fixtures in turn, each when the one before is done. */
async function perSecond(
  fixtures: readonly Fixture[],
  one: (fixture: Fixture) => Promise<unknown>,
  seconds: number,
): Promise<number> {
  const began = performance.now()
  const end = began + seconds * 1_000
  let done = 0
  for (; performance.now() < end; done += 1) await one(fixtures[done % fixtures.length]!)
  return (done * 1_000) / (performance.now() - began)
}
