/** A worker may end between any two steps: the segments of a document are published exactly once. */
import fc from 'fast-check'
import t from 'tap'
import { noExtractor } from '../../../actors/readers/extract.js'
import { readDocument } from '../../../actors/readers/read-document.js'
import { documentReadings } from '../../../db/documents/document-readings.js'
import { documents } from '../../../db/documents/documents.js'
import { idGenerator } from '../../../schemas/base/ids.js'
import { decodeMessage } from '../../../schemas/stream/message.js'
import { PublishError } from '../../../schemas/stream/publish-error.js'
import { cutBatches } from '../../../workers/documents/cut-batches.js'
import { readDocumentJob } from '../../../workers/documents/read-documents.js'
import type { ReadDocumentsDeps } from '../../../workers/documents/read-documents.js'
import { context } from '../../corpus/reference-world.js'
import { openDatabase } from '../../support/open-database.js'
import { propertyRuns } from '../../support/property-runs.js'
import { silentLog } from '../../support/silent-log.js'

const { pool } = await openDatabase(t)
const ids = idGenerator(3, Date.now)
const never = new AbortController().signal

/** A table of flights, and one that nobody reads. */
const flights = (count: number): string =>
  [
    'type,source,airline,flight_num,origin,destination,departure_datetime,arrival_datetime,confirmation_no',
    ...Array.from(
      { length: count },
      (_, n) =>
        `Air,airline_ba,BA,${100 + (n % 800)},LHR,CDG,2027-01-${10 + (n % 20)}T07:30,2027-01-${10 + (n % 20)}T09:45,LOC${n}X`,
    ),
  ].join('\n')

/** The step at which a worker dies, before or after doing it, without an answer. */
interface Death {
  at: number
  isDone: boolean
}

/** Counts the steps of a job; after the death none is done. */
function mortal(deps: ReadDocumentsDeps, death: Death): { deps: ReadDocumentsDeps; steps: () => number } {
  let steps = 0
  const guard =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      const step = steps++
      if (step > death.at || (step === death.at && !death.isDone)) throw new Error('dead')
      const result = await work(...args)
      if (step === death.at) throw new Error('dead')
      return result
    }
  const { byId, saveReading, saveBatches, markPublished } = deps.store
  return {
    steps: () => steps,
    deps: {
      ...deps,
      store: {
        byId: guard(byId),
        saveReading: guard(saveReading),
        saveBatches: guard(saveBatches),
        markPublished: guard(markPublished),
      },
      // A dead worker does not retry.
      publish: async (...args) => await guard(deps.publish)(...args),
    },
  }
}

const messages = new Map<string, Array<{ subject: string; segments: unknown[]; count: number | undefined }>>()
const deps: ReadDocumentsDeps = {
  store: documentReadings(pool, 0),
  inThread: async ({ document, source }) => await readDocument(document, source, context, noExtractor),
  sources: () => new Map(),
  extract: null,
  publish: async (bytes, subject, id) => {
    const { envelope, body } = decodeMessage(bytes)
    const { segments } = JSON.parse(body) as { segments: unknown[] }
    const before = messages.get(id) ?? []
    messages.set(id, [...before, { subject, segments, count: envelope.count }])
    return await Promise.resolve({ seq: 1, duplicate: before.length > 0 })
  },
  deliverToAccount: async () => await Promise.reject(new Error('not asked for')),
  ids,
  log: silentLog(),
}

/** Stores a document for the member, and returns its id. */
async function add(member: string, text: string, mediaType = 'text/csv'): Promise<string> {
  const id = ids.next()
  await documents(pool).add({
    ...{ id, batch: ids.next(), member, account: null, client: 'app', request: 'r', received: Date.now() },
    ...{
      bytes: Buffer.from(text),
      name: 'flights.csv',
      mediaType,
      source: null,
      appointments: false,
      dryRun: false,
    },
  })
  return id
}

const view = async (id: string) => (await documents(pool).byId({ member: null, client: null }, id))!

t.test('whichever step a worker dies at, the next one reaches the same result', async (t) => {
  const reading = await readDocument(
    ...([
      {
        bytes: Buffer.from(flights(1_100)),
        mediaType: 'text/csv',
        name: 'flights.csv',
        received: 0,
        appointments: false,
      },
      null,
      context,
    ] as const),
  )
  const { segments } = reading
  t.equal(segments.length, 1_100)
  const known: ReadDocumentsDeps = { ...deps, inThread: async () => await Promise.resolve(reading) }
  let last = Infinity
  for (let at = 0; at <= last; at++)
    for (const isDone of [false, true]) {
      const id = await add('7', flights(1_100))
      messages.clear()
      const { deps: once, steps } = mortal(known, { at, isDone })
      const ending = new AbortController()
      ending.abort()
      await readDocumentJob(once, id, ending.signal).then(
        () => {
          last = steps()
        },
        () => undefined,
      )
      await readDocumentJob(known, id, never)
      const { batches, status } = await view(id)
      t.equal(status, 'read')
      t.same(
        [...messages.keys()],
        batches.map((batch) => `7:${batch}`),
        `step ${at}, ${isDone ? 'done' : 'not done'}`,
      )
      t.same(
        [...messages.values()].flatMap(([one]) => one!.segments),
        segments,
      )
      for (const [first, ...repeats] of messages.values()) for (const one of repeats) t.same(one, first)
      t.equal(
        (await pool.query('select from document where id = $1 and bytes is null and segments is null', [id]))
          .rowCount,
        1,
      )
    }
  t.ok(last > 6, 'several steps')
})

t.test('what breaks a bound fails by itself, with a reason', async (t) => {
  const failing = (error: Error): ReadDocumentsDeps => ({
    ...deps,
    inThread: async () => await Promise.reject(error),
  })
  const cases: Array<[Error, RegExp]> = [
    [Object.assign(new Error('out'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }), /too much memory/],
    [new Error('took more than 60 s'), /could not be read: took more than 60 s/],
  ]
  for (const [error, says] of cases) {
    const id = await add('8', 'x')
    await readDocumentJob(failing(error), id, never)
    t.match(await view(id), { status: 'failed', error: says, batches: [] })
  }
  const many = Array.from({ length: 10_001 }, () => ({ type: 'Air' }))
  const part = { at: 'x', result: 'ignored' as const, segment: null, problems: [] }
  for (const [segments, parts, status] of [
    [many, [], 'failed'],
    [[], many.map(() => part), 'failed'],
    [[], many.slice(1).map(() => part), 'nothing_read'],
  ] as const) {
    const large = await add('8', 'x')
    const made = { format: 'exports' as const, keys: [], segments: [...segments], parts: [...parts] }
    await readDocumentJob({ ...deps, inThread: async () => await Promise.resolve(made) }, large, never)
    t.match(await view(large), { status, error: status === 'failed' ? /more than 10000 segments/ : null })
  }
  const id = await add('8', 'nothing that anybody knows', 'application/x-unknown')
  await readDocumentJob(deps, id, never)
  t.match(await view(id), { status: 'nothing_read', error: /format is not supported/, batches: [] })
})

t.test('a PDF without an extractor says that nobody reads it', async (t) => {
  const id = await add('8', '%PDF-1.7', 'application/pdf')
  await readDocumentJob(deps, id, never)
  const { status, parts } = await view(id)
  t.equal(status, 'nothing_read')
  t.match(JSON.parse(parts!), [
    { result: 'refused', problems: [{ description: /no extractor is configured/ }] },
  ])
})

t.test('an unavailable stream is waited for', async (t) => {
  const id = await add('9', flights(1))
  let away = 3
  const publish: ReadDocumentsDeps['publish'] = async (...args) => {
    if (away-- > 0) throw new PublishError('broker_unavailable')
    return await deps.publish(...args)
  }
  await readDocumentJob({ ...deps, publish }, id, never)
  t.equal(away, -1)
  t.equal((await view(id)).batches.length, 1)
})

t.test('segments are cut into batches that a message can hold, in order', (t) => {
  fc.assert(
    fc.property(fc.array(fc.nat(400_000), { maxLength: 12 }), fc.nat(1_200), (sizes, small) => {
      const segments = [
        ...sizes.map((size) => 'x'.repeat(size)),
        ...Array.from({ length: small }, (_, n) => n),
      ]
      const batches = cutBatches(segments, 'first', ids)
      let at = 0
      for (const { count } of batches) {
        const part = segments.slice(at, (at += count))
        if (count < 1 || count > 500 || (count > 1 && JSON.stringify(part).length > 800_000)) return false
      }
      return at === segments.length && (batches.length === 0 || batches[0]!.batch === 'first')
    }),
    { numRuns: propertyRuns(200) },
  )
  t.end()
})
