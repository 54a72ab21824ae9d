/** The stores of the fold over the simulated database, for one process. */
import type { DeadLetterStore } from '../../schemas/stream/dead-letter-store.js'
import type { MemberStore, OutboxStore } from '../../schemas/stream/member-store.js'
import { LEASE_SECONDS, type PartitionStore } from '../../schemas/stream/partition-store.js'
import type { SavedMessages } from '../../schemas/stream/saved-messages.js'
import type { StreamAuditStore } from '../../schemas/stream/stream-audit.js'
import { auditStore } from './audit-store.js'
import type { Database, PartitionRow } from './database.js'
import { saveCommits } from './save-commits.js'

/** Sends a request to the database and brings the answer back, or fails. */
type Wire = <T>(work: () => T | Promise<T>) => Promise<T>

export interface StoreDeps {
  worker: string
  db: Database
  /** The control connection, and its session at present. */
  control: Wire
  session: () => string
  pool: Wire
  /** How often the pool's connections were lost. */
  poolGeneration: () => number
  listen: (wake: () => void) => () => void
  ttlMs?: number
}

export interface SimStore {
  partitions: PartitionStore
  members: MemberStore
  outbox: OutboxStore
  deadLetters: DeadLetterStore
  saved: SavedMessages
  audit: StreamAuditStore
}

export function simStore(deps: StoreDeps): SimStore {
  const { db, pool } = deps
  return {
    partitions: partitionStore(deps),
    members: memberStore(deps),
    outbox: {
      pending: async (partition, after, limit) =>
        await pool(() => {
          const from = Math.max(after, db.row(partition).published)
          return db.outbox
            .get(partition)!
            .filter(({ id }) => id > from)
            .slice(0, limit)
        }),
      recordPublished: async (partition, upTo) => {
        await pool(async () => {
          await db.transaction([partition], () => {
            const row = db.row(partition)
            row.published = Math.max(row.published, upTo)
            return { answer: undefined }
          })
        })
      },
      truncate: async () => {
        await pool(() => undefined)
      },
    },
    deadLetters: deadLetterStore(deps),
    saved: savedMessages(deps),
    audit: auditStore(db, pool),
  }
}

function partitionStore({ db, worker, control, pool, session, listen, ttlMs }: StoreDeps): PartitionStore {
  return {
    heartbeat: async () => {
      await control(() => {
        db.heartbeat(worker, session(), ttlMs ?? LEASE_SECONDS * 1_000)
      })
    },
    survey: async () =>
      await control(() => ({
        workers: [...db.workers.keys()].filter((one) => db.isLive(one)).sort(),
        partitions: db
          .all()
          .map(({ partition, owner, epoch, status }) => ({ partition, owner, epoch, status })),
      })),
    acquire: async (partitions) =>
      await control(async () => {
        const acquired = await db.acquire(worker, partitions)
        const { slices, partitions: count } = db.identity!
        return acquired
          .sort((a, b) => a.partition - b.partition)
          .map((row) => ({
            ...positionOf(row),
            division: { slices, partitions: count },
            abandonedEpochs: row.abandonedEpochs,
            suspect: row.suspect,
            crashes: row.suspectCrashes,
          }))
      }),
    release: async (left) => {
      await control(async () => {
        await db.release(
          worker,
          left.map(({ partition, epoch }) => ({ partition, epoch })),
        )
      })
    },
    position: async (partition) =>
      await pool(() => {
        const { epoch, revision, cursor, cursorStored } = db.row(partition)
        return { epoch, revision, cursor, cursorStored }
      }),
    positions: async () =>
      await pool(() =>
        db.all().map((row) => {
          const { partition, epoch, cursor, cursorStored } = row
          return { partition, epoch, cursor, cursorStored, isFitting: db.isFitting(row) }
        }),
      ),
    recordLag: async (rows) => {
      await pool(() => {
        for (const { partition, epoch, revision, lag } of rows) {
          const row = db.row(partition)
          const isOurs = row.epoch === epoch && row.revision >= revision
          if (isOurs && !db.locks.isLocked(partition)) row.lag = lag
        }
      })
    },
    recordSuspect: async (partition, epoch, seq, crashes) => {
      await pool(async () => {
        await db.transaction([partition], () => {
          const row = db.row(partition)
          if (row.epoch !== epoch) return { answer: undefined }
          row.suspect = seq
          row.suspectEpoch = epoch
          row.suspectCrashes = Math.min(row.suspectCrashes, crashes)
          if (crashes === 0) row.suspectOwners = []
          return { answer: undefined }
        })
      })
    },
    suspectCrashes: async (partition) => await pool(() => db.row(partition).suspectCrashes),
    recordMismatch: async (seen) => {
      const given = seen.map(({ partition, epoch }) => ({ partition, epoch }))
      return await pool(async () => await db.recordMismatch(given))
    },
    halt: async (partition, epoch, status) => await pool(async () => await db.halt(partition, epoch, status)),
    onRebalance: listen,
    identify: async (seen) =>
      await pool(() => {
        if (db.identity === null) {
          db.identity = { ...seen, marked: null }
          for (let one = 0; one < seen.partitions; one++) db.addPartition(one)
        }
        return { ...db.identity }
      }),
    recordMarks: async (first, last) => {
      await pool(() => {
        if (db.identity !== null) db.identity.marked = [first, last]
      })
    },
    leave: async () => {
      await control(() => {
        db.leave(worker)
      })
    },
  }
}

function positionOf({ partition, epoch, revision, cursor, cursorStored }: PartitionRow) {
  return { partition, epoch, revision, cursor, cursorStored }
}

function memberStore({ db, pool, poolGeneration }: StoreDeps): MemberStore {
  return {
    load: async (ids) =>
      await pool(() =>
        ids.flatMap((id) => {
          const member = db.members.get(id)
          if (member === undefined) return []
          const newestBatch = db.newestBatch.get(id) ?? 0
          return [{ ...member, newestBatch, profile: '{}', segments: [], trips: [], accounts: [] }]
        }),
      ),
    segments: async () => await pool(() => new Map()),
    apply: async (commits) => {
      const generation = poolGeneration()
      return await pool(async () => await saveCommits(db, commits, () => poolGeneration() === generation))
    },
    probe: async ({ partition, epoch, revision }) =>
      await pool(() => db.row(partition).epoch === epoch && db.row(partition).revision === revision),
    appliedBatches: async (batches) => await pool(() => appliedOf(db, batches)),
  }
}

/** The stub rules never fail; a member is parked only if too many owners were killed with the same message. */
function deadLetterStore({ db, pool }: StoreDeps): DeadLetterStore {
  return {
    parked: async (partition) =>
      await pool(() => [...db.parked.values()].filter((one) => one.partition === partition)),
    markAnnounced: async (member) => {
      await pool(() => {
        const row = db.parked.get(member)
        if (row !== undefined) row.announced = true
      })
    },
    waiting: async (member, after, limit) =>
      await pool(() =>
        db.parkedMessages.filter((one) => one.member === member && one.seq > after).slice(0, limit),
      ),
    due: async () => await pool(() => []),
    finish: async () => {
      await pool(() => undefined)
    },
  }
}

function appliedOf(db: Database, batches: ReadonlyArray<{ member: string; batch: string }>): Set<string> {
  return new Set(
    batches.filter(({ member, batch }) => db.batches.has(`${member}/${batch}`)).map(({ batch }) => batch),
  )
}

function savedMessages({ db, pool }: StoreDeps): SavedMessages {
  return {
    folded: async (batches) => await pool(() => appliedOf(db, batches)),
    save: async (messages) => {
      await pool(() => {
        for (const { member, batch, bytes } of messages)
          if (!db.saved.some((one) => one.member === member && one.batch === batch))
            db.saved.push({ member, batch, bytes, position: ++db.savedPositions })
      })
    },
    read: async (after, limit) =>
      await pool(() => db.saved.filter(({ position }) => position > after).slice(0, limit)),
    clear: async () => {
      await pool(() => {
        db.saved.length = 0
      })
    },
  }
}
