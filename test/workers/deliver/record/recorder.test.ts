import t from 'tap'
import type { AttemptWrite, RecordBatch } from '../../../../schemas/webhooks/delivery.js'
import { recorder } from '../../../../workers/deliver/record/recorder.js'
import { silentLog } from '../../../support/silent-log.js'

/** A store that holds each batch until it is released. */
function slowStore(): {
  record: (batch: RecordBatch) => Promise<void>
  begun: number[]
  release: (nth: number) => void
  wait: (count: number) => Promise<void>
} {
  const begun: number[] = []
  const ends: Array<() => void> = []
  return {
    begun,
    record: async (batch) => {
      begun.push(batch.attempts.length)
      await new Promise<void>((resolve) => {
        ends.push(resolve)
      })
    },
    release: (nth) => {
      ends[nth]?.()
    },
    wait: async (count) => {
      while (begun.length < count) await new Promise((resolve) => setTimeout(resolve, 1))
    },
  }
}

const attempt = (event: number, ordered = false): AttemptWrite => ({
  callback: '1',
  event: `00000000-0000-5000-8000-${String(event).padStart(12, '0')}`,
  eventAt: 0,
  type: 'trip.updated',
  resource: '77',
  no: 1,
  retryIndex: 1,
  at: event,
  state: 'delivered',
  status: 200,
  error: null,
  address: null,
  ms: 1,
  until: null,
  signed: '',
  answer: null,
  ordered,
  member: '7',
})

const pause = async (ms = 0): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, ms))
}

t.test('a full statement is written next to the batch under way, a few outcomes wait for it', async (t) => {
  const store = slowStore()
  const record = recorder(store.record, silentLog())
  let written = 0
  const report = (from: number, count: number): void => {
    for (let i = from; i < from + count; i++)
      record.attempt(attempt(i), () => {
        written += 1
      })
  }
  report(0, 3)
  record.writeSoon()
  await store.wait(1)
  report(3, 1)
  record.writeSoon()
  await pause(20)
  t.same(store.begun, [3], 'one outcome gets no statement of its own while another is written')
  report(4, 200)
  await pause(20)
  t.equal(store.begun.length, 2, 'two at a time, no more')
  t.ok(
    (store.begun[1] ?? 0) >= 60 && (store.begun[1] ?? 0) <= 70,
    `${store.begun[1]} in the second statement`,
  )
  store.release(0)
  await store.wait(3)
  t.equal(written, 3, 'reported once it is in the store, not before')
  store.release(1)
  store.release(2)
  while (written < 204) {
    await pause(1)
    for (let i = 3; i < store.begun.length; i++) store.release(i)
  }
  t.equal(
    store.begun.reduce((sum, count) => sum + count, 0),
    204,
    'each once',
  )
})

t.test('an urgent write is next as soon as the current one ends', async (t) => {
  const store = slowStore()
  const record = recorder(store.record, silentLog())
  record.attempt(attempt(1), () => undefined)
  await store.wait(1)
  record.attempt(attempt(2), () => undefined)
  record.writeSoon()
  store.release(0)
  await new Promise((resolve) => setImmediate(resolve))
  t.same(store.begun, [1, 1], 'gathering ends')
  store.release(1)
  await record.flush(1_000)
})

t.test('a write that must follow earlier ones is written alone', async (t) => {
  const store = slowStore()
  const record = recorder(store.record, silentLog())
  for (let i = 0; i < 64; i++) record.attempt(attempt(i), () => undefined)
  await store.wait(1)
  for (let i = 64; i < 128; i++) record.attempt(attempt(i), () => undefined)
  await store.wait(2)
  record.attempt(attempt(128, true), () => undefined)
  await pause(20)
  t.equal(store.begun.length, 2)
  store.release(0)
  await pause(20)
  t.equal(store.begun.length, 2, 'not next to the statement under way')
  store.release(1)
  await store.wait(3)
  t.equal(store.begun[2], 1)
  store.release(2)
  await record.flush(1_000)
})
