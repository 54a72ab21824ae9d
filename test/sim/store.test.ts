import t from 'tap'
import { PARTITIONS, storeContract } from '../support/fold/store-contract.js'
import { Database } from './database.js'
import { dividePartitions, resumeHalted } from './operator-commands.js'
import { simStore } from './store.js'

/** In real time, and over connections that lose nothing. */
storeContract(t, async () => {
  const listeners = new Set<() => void>()
  const ended = new Set<string>()
  const db = new Database({
    now: () => performance.timeOrigin + performance.now(),
    busy: async () => {
      await new Promise((resolve) => setImmediate(resolve))
    },
    hasSession: (session) => !ended.has(session),
    onNotify: () => {
      for (const wake of listeners) setImmediate(wake)
    },
  })
  const wire = async <T>(work: () => T | Promise<T>): Promise<T> => await work()
  const storesOf = (worker: string, ttl = 30) => {
    let session = 0
    const stores = simStore({
      worker,
      db,
      control: wire,
      session: () => `${worker}/${session}`,
      pool: wire,
      poolGeneration: () => 0,
      listen: (wake) => {
        listeners.add(wake)
        return () => listeners.delete(wake)
      },
      ttlMs: ttl * 1_000,
    })
    const endSession = async (): Promise<void> => {
      ended.add(`${worker}/${session++}`)
    }
    return { ...stores, endSession }
  }
  const { partitions, members, outbox, saved } = storesOf('setup')
  await partitions.identify({ streamId: '2026-11-21', slices: 1_024, partitions: PARTITIONS })
  for (let id = 1; id <= 20; id++)
    db.members.set(String(id), { id: String(id), head: null, sequence: 0, appliedSeq: 0 })
  return {
    worker: (id, ttl) => {
      const { partitions: parts, endSession } = storesOf(id, ttl)
      return { parts, endSession }
    },
    members,
    outbox,
    saved,
    divide: async (count) => await dividePartitions(db, count),
    resume: async (created, upTo) => await resumeHalted(db, { created, upTo }),
  }
})
