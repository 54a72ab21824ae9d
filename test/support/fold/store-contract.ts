/**
 * What the stores of the fold promise in every implementation: the SQL ones (test/db/fold/store-contract.test.ts) and those of
 * the simulator (test/sim/store.test.ts).
 */
import type { Test } from 'tap'
import type { MemberStore, OutboxStore } from '../../../schemas/stream/member-store.js'
import type { PartitionStore } from '../../../schemas/stream/partition-store.js'
import type { SavedMessages } from '../../../schemas/stream/saved-messages.js'
import { parseEventNotices } from '../../../schemas/stream/event-notice.js'
import { commit, eventWrite, folded, message } from '../../db/fold/commits.js'
import { until } from '../until.js'

export const PARTITIONS = 8
const all = Array.from({ length: PARTITIONS }, (_, p) => p)

async function positions(parts: PartitionStore) {
  return (await parts.positions()).sort((a, b) => a.partition - b.partition)
}

/** Stores without owners of partitions, whose stream `2026-11-21` has 1,024 slices, and with members 1 to 20. */
export interface StoresUnderTest {
  /** `ttl`: of its lease, in seconds. */
  worker: (id: string, ttl?: number) => { parts: PartitionStore; endSession: () => Promise<void> }
  members: MemberStore
  outbox: OutboxStore
  saved: SavedMessages
  /** `cli partitions`. */
  divide: (partitions: number) => Promise<number>
  /** The end of `stream heal`. */
  resume: (streamId: string, upTo: number) => Promise<number>
}

export function storeContract(t: Test, setup: (t: Test) => Promise<StoresUnderTest>): void {
  t.test('free partitions are acquired by one worker each, and released', async (t) => {
    const { worker } = await setup(t)
    const [a, b] = [worker('a').parts, worker('b').parts]
    t.same(await a.acquire([0]), [], 'a worker without a heartbeat acquires nothing')
    await a.heartbeat()
    await b.heartbeat()
    t.same(
      await a.acquire([3, 1]),
      [1, 3].map((partition) => ({
        partition,
        division: { slices: 1_024, partitions: PARTITIONS },
        epoch: 1,
        revision: 0,
        cursor: 0,
        cursorStored: null,
        abandonedEpochs: 0,
        suspect: null,
        crashes: 0,
      })),
    )
    t.same(
      (await b.acquire([1, 2, 3])).map((one) => one.partition),
      [2],
      'partitions of a live worker stay with it',
    )
    t.match(await b.survey(), { workers: ['a', 'b'] })
    await a.release([{ partition: 1, epoch: 1 }])
    t.match(await b.acquire([1]), [{ partition: 1, epoch: 2 }])
    await a.release([{ partition: 1, epoch: 1 }])
    t.equal((await b.survey()).partitions[1]?.owner, 'b', 'a release under an old epoch has no effect')
    await a.leave()
    t.match(await b.survey(), {
      workers: ['b'],
      partitions: [{ owner: null }, { owner: 'b' }, { owner: 'b' }, { owner: null }],
    })
  })

  t.test('workers that race for all partitions never share one', async (t) => {
    const { worker } = await setup(t)
    const workers = ['a', 'b', 'c'].map((id) => worker(id).parts)
    for (const one of workers) await one.heartbeat()
    const acquired = (await Promise.all(workers.map(async (one) => await one.acquire(all))))
      .flat()
      .map((one) => one.partition)
    t.same(
      acquired.sort((x, y) => x - y),
      all,
    )
  })

  t.test('the partitions of a dead session are free long before its lease ends', async (t) => {
    const { worker } = await setup(t)
    const [a, b] = [worker('a', 600), worker('b')]
    await a.parts.heartbeat()
    await b.parts.heartbeat()
    await a.parts.acquire(all)
    t.same(await b.parts.acquire(all), [])
    await a.endSession()
    await until('the session to be gone', async () => (await b.parts.survey()).workers.length === 1)
    t.match(
      await b.parts.acquire(all),
      all.map((partition) => ({ partition, epoch: 2 })),
    )
    await a.parts.heartbeat()
    t.same((await b.parts.survey()).workers, ['a', 'b'], 'the worker rejoins with a new session')
  })

  t.test('the partitions of an expired lease are free', async (t) => {
    const { worker } = await setup(t)
    const [frozen, b] = [worker('frozen', 0.05).parts, worker('b').parts]
    await until('the lease to hold for an acquire', async () => {
      await frozen.heartbeat()
      return (await frozen.acquire([0])).length > 0
    })
    await b.heartbeat()
    await until('the lease to expire', async () => !(await b.survey()).workers.includes('frozen'))
    t.match(await b.acquire([0]), [{ partition: 0, epoch: 2, abandonedEpochs: 1 }])
  })

  t.test('owners that did not release the partition are counted until one does', async (t) => {
    const { worker } = await setup(t)
    let last = worker('w0', 0.05).parts
    await last.heartbeat()
    t.match(await last.acquire([0]), [{ abandonedEpochs: 0 }])
    for (const abandonedEpochs of [1, 2]) {
      const next = worker(`w${abandonedEpochs}`, 0.05).parts
      t.match(
        await until('the lease of the last owner to expire', async () => {
          await next.heartbeat()
          const acquired = await next.acquire([0])
          return acquired.length > 0 ? acquired : null
        }),
        [{ abandonedEpochs, epoch: abandonedEpochs + 1 }],
      )
      last = next
    }
    await last.recordSuspect(0, 3, 6, 0)
    await last.heartbeat()
    t.match(
      await last.acquire([0]),
      [{ abandonedEpochs: 0, suspect: 6, epoch: 4 }],
      'acquiring an own partition again is not a crash',
    )
    await last.release([{ partition: 0, epoch: 4 }])
    await last.heartbeat()
    t.match(await last.acquire([0]), [{ abandonedEpochs: 0, epoch: 5 }])
  })

  t.test(
    'a worker that lost its session and comes back did not crash with the suspect message',
    async (t) => {
      const { worker } = await setup(t)
      const suspects: number[] = []
      const workers = [worker('s0', 0.05).parts, worker('s1', 0.05).parts, worker('s2', 0.05).parts]
      let epoch = 0
      for (const next of workers) {
        const [acquired] = await until('the lease of the last owner to expire', async () => {
          await next.heartbeat()
          const rows = await next.acquire([0])
          return rows.length > 0 ? rows : null
        })
        suspects.push(acquired!.crashes)
        epoch = acquired!.epoch
        // The first owner marks a group, the second a single message of it: each may have crashed with its mark.
        await next.recordSuspect(0, epoch, 6, suspects.length - 1)
      }
      t.same(suspects, [0, 1, 2])
      const [first, second, last] = workers
      t.equal(await last!.suspectCrashes(0), 2)
      await second!.heartbeat()
      t.equal(await last!.suspectCrashes(0), 1, 'the second is here again')
      await second!.heartbeat()
      t.equal(await last!.suspectCrashes(0), 1, 'and is not counted twice')
      await first!.heartbeat()
      t.equal(await last!.suspectCrashes(0), 0)
      await last!.recordSuspect(0, epoch, 6, 1)
      t.equal(await last!.suspectCrashes(0), 0, 'what was taken back does not come back')
    },
  )

  t.test('workers are notified at once when another joins or leaves', async (t) => {
    const { worker } = await setup(t)
    const [a, b] = [worker('a').parts, worker('b').parts]
    let notifications = 0
    await a.heartbeat()
    const stop = a.onRebalance(() => {
      notifications += 1
    })
    t.teardown(stop)
    await a.survey()
    await b.heartbeat()
    await until('a notification about b', () => notifications === 1)
    await b.heartbeat()
    await b.leave()
    await until('a notification that b left', () => notifications === 2)
  })

  t.test('position and halt require the current epoch', async (t) => {
    const { worker } = await setup(t)
    const { parts } = worker('a')
    await parts.heartbeat()
    await parts.acquire([0, 1])
    t.same(await parts.position(0), { epoch: 1, revision: 0, cursor: 0, cursorStored: null })
    await t.rejects(parts.position(99))
    t.equal(await parts.halt(1, 0, 'HALTED_GAP'), false, 'another owner may have it by now')
    t.equal(await parts.halt(0, 1, 'HALTED_GAP'), true)
    t.match((await parts.survey()).partitions, [{ status: 'HALTED_GAP' }, { status: 'ok' }])
  })

  t.test('the stream identity is the one observed first', async (t) => {
    const { worker } = await setup(t)
    t.same(await worker('x').parts.identify({ streamId: 'later', slices: 64, partitions: 256 }), {
      streamId: '2026-11-21',
      slices: 1_024,
      partitions: PARTITIONS,
      marked: null,
    })
    t.equal((await worker('x').parts.survey()).partitions.length, PARTITIONS)
  })

  t.test('a mismatch lasts from when an owner first saw it, under later owners too', async (t) => {
    const { worker } = await setup(t)
    const [a, b] = [worker('a').parts, worker('b').parts]
    await a.heartbeat()
    await a.acquire([0, 1])
    t.equal((await a.recordMismatch([{ partition: 0, epoch: 1 }])).get(0), 0)
    t.same(
      (await positions(a)).slice(0, 2).map(({ isFitting }) => isFitting),
      [false, true],
    )
    await a.release([{ partition: 0, epoch: 1 }])
    await b.heartbeat()
    await b.acquire([0])
    await until(
      'time to pass',
      async () => ((await b.recordMismatch([{ partition: 0, epoch: 2 }])).get(0) ?? 0) > 0,
    )
    t.same(await a.recordMismatch([{ partition: 0, epoch: 1 }]), new Map(), 'it has another owner')
  })

  t.test(
    'a commit needs the epoch and the revision, and raises the revision even where it keeps the cursor',
    async (t) => {
      const { worker, members, outbox } = await setup(t)
      const { parts } = worker('a')
      await parts.heartbeat()
      await parts.acquire([0, 1])
      const effects = {
        messages: [message('1', 5, '51')],
        folded: [folded('1', 5, { events: [eventWrite(1)], head: '[0]', sequence: 1 })],
      }
      t.equal(await members.apply([commit(0, 0, 0, 5, effects)]), 'fenced', 'old epoch')
      t.equal(await members.apply([commit(0, 1, 3, 5, effects)]), 'fenced', 'other revision')
      t.same(await members.appliedBatches([{ member: '1', batch: '51' }]), new Set())
      t.match(await members.apply([commit(0, 1, 0, 0, effects)]), [{ revision: 1, notices: [{}] }])
      t.equal(await members.apply([commit(0, 1, 0, 5)]), 'fenced', 'the same revision again')
      t.match(await parts.position(0), { epoch: 1, revision: 1, cursor: 0 })
      t.match(await members.load(['1', '99']), [
        { id: '1', head: '[0]', sequence: 1, appliedSeq: 5, newestBatch: 51 },
      ])
      t.same(await members.appliedBatches([{ member: '1', batch: '51' }]), new Set(['51']))
      t.equal(
        await members.apply([commit(1, 1, 0, 6), commit(0, 1, 7, 9)]),
        'fenced',
        'one fenced commit fences the others of its group',
      )
      t.match(await parts.position(1), { revision: 0, cursor: 0 })
      await t.rejects(members.apply([commit(0, 1, 1, -1)]), 'a cursor never falls')
      const [row] = await outbox.pending(0, 0, 9)
      await outbox.recordPublished(0, row!.id)
      t.same(await outbox.pending(0, 0, 9), [])
    },
  )

  t.test('notices leave the outbox in the order of their commits, one a commit, per partition', async (t) => {
    const { worker, members, outbox } = await setup(t)
    const { parts } = worker('a')
    await parts.heartbeat()
    await parts.acquire([0, 1])
    let events = 0
    const oneEvent = (member: string, n: number) => folded(member, n, { events: [eventWrite(++events)] })
    for (let n = 1; n <= 3; n++)
      for (const partition of [0, 1])
        await members.apply([
          commit(partition, 1, n - 1, n, {
            folded: [oneEvent(String(partition + 1), n), oneEvent(String(partition + 3), n)],
          }),
        ])
    const numbers = (bodies: Array<{ body: string }>): number[][] =>
      bodies.map(({ body }) => parseEventNotices(body)!.map(({ id }) => Number(id.slice(-12))))
    const first = await outbox.pending(0, 0, 2)
    t.same(numbers(first), [
      [1, 2],
      [5, 6],
    ])
    await outbox.recordPublished(0, first[1]!.id)
    t.same(numbers(await outbox.pending(0, 0, 100)), [[9, 10]])
    t.equal((await outbox.pending(1, 0, 100)).length, 3, 'the other partition is untouched')
  })

  t.test('of several commits that follow one revision only one is saved', async (t) => {
    const { worker, members } = await setup(t)
    const { parts } = worker('a')
    await parts.heartbeat()
    await parts.acquire([2])
    for (let round = 0; round < 5; round++) {
      const tries = await Promise.all(
        [1, 2, 3].map(async () => await members.apply([commit(2, 1, round, round + 1)])),
      )
      t.equal(tries.filter((one) => one !== 'fenced').length, 1)
    }
    t.match(await parts.position(2), { revision: 5, cursor: 5 })
  })

  t.test('dividing the partitions fences their owners; the new ones continue at their cursors', async (t) => {
    const { worker, members, divide } = await setup(t)
    const { parts } = worker('a')
    await parts.heartbeat()
    await parts.acquire([1])
    await members.apply([commit(1, 1, 0, 40)])
    t.equal(await divide(2 * PARTITIONS), PARTITIONS)
    await t.rejects(divide(2 * PARTITIONS), { name: 'RangeError' })
    t.equal(await members.apply([commit(1, 1, 1, 41)]), 'fenced')
    const division = { slices: 1_024, partitions: 2 * PARTITIONS }
    t.match(await parts.acquire([1, PARTITIONS + 1]), [
      { partition: 1, epoch: 3, revision: 1, cursor: 40, division },
      { partition: PARTITIONS + 1, epoch: 1, revision: 0, cursor: 40, division },
    ])
  })

  t.test('resuming moves every partition that is halted or behind, under another epoch', async (t) => {
    const { worker, members, resume } = await setup(t)
    const { parts } = worker('a')
    await parts.heartbeat()
    await parts.acquire([0, 1])
    await members.apply([commit(0, 1, 0, 90), commit(1, 1, 0, 95)])
    await parts.recordMismatch([{ partition: 0, epoch: 1 }])
    await parts.halt(0, 1, 'HALTED_SEQ_REGRESSED')
    t.equal(await resume('another stream', 95), 1)
    t.match(await positions(parts), [
      { partition: 0, epoch: 2, cursor: 95, isFitting: true },
      { partition: 1, epoch: 1, cursor: 95 },
      { partition: 2, epoch: 1, cursor: 95 },
    ])
    t.equal(await members.apply([commit(0, 1, 1, 96)]), 'fenced')
    t.match(await parts.identify({ streamId: 'x', slices: 1, partitions: 1 }), { streamId: 'another stream' })
  })

  t.test('saved messages stay in the order in which they were first saved', async (t) => {
    const { saved } = await setup(t)
    const one = (batch: string) => ({ member: '1', batch, bytes: new Uint8Array([Number(batch)]) })
    await saved.save([one('3'), one('1')])
    await saved.save([one('1'), one('2')])
    const first = await saved.read(0, 2)
    t.match(first, [{ batch: '3' }, { batch: '1', member: '1' }])
    t.match(await saved.read(first[1]!.position, 9), [{ batch: '2' }])
    await saved.clear()
    t.same(await saved.read(0, 9), [])
  })
}
