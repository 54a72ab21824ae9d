/**
 * Faults that were fixed, brought back one at a time as changes of source text while the simulator is bundled: it must
 * find each of them, or it proves nothing. Numbers are those of the issue that the fixes belong to, and of the seeds' finds
 * in README.md. Where the old code is gone, the mutant puts the smallest piece with the same mistake in its place.
 */
export interface Mutant {
  name: string
  /** What it does again. */
  fault: string
  edits: Array<{ file: string; from: string; to: string }>
}

const HOLD = 'workers/fold/ownership/hold-partitions.ts'
const MAINTENANCE = 'workers/fold/maintenance.ts'
const RUN = 'workers/fold/partition/run-partition.ts'

export const MUTANTS: Mutant[] = [
  {
    name: '1 mismatch-blocks-lease',
    fault:
      'a mismatch is confirmed where partitions are started, and the lease waits for that; a hand-over starts it again',
    edits: [
      {
        file: 'workers/fold/service.ts',
        from: 'const misfits = new Set(',
        to: `for (const { position } of mismatches)
          await halts.fits(position, new AbortController().signal).catch(() => undefined)
        const misfits = new Set(`,
      },
      {
        file: HOLD,
        from: 'await this.acquire(this.acquirable(survey, shares))',
        to: `this.busy = true
        try { await this.acquire(this.acquirable(survey, shares)) } finally { this.busy = false }`,
      },
      {
        file: HOLD,
        from: 'const why = obstacle()',
        to: 'if (this.busy) { await pause(this.pollMs, this.stopping.signal); continue }\nconst why = obstacle()',
      },
      {
        file: 'test/sim/database.ts',
        from: 'if (!(row.mismatchSeen > now - MISMATCH_GAP_MS)) row.mismatchSince = now',
        to: `if (!(row.mismatchSeen > now - MISMATCH_GAP_MS) || row.mismatchEpoch !== row.epoch) row.mismatchSince = now
        row.mismatchEpoch = row.epoch`,
      },
    ],
  },
  {
    name: '2 numbered-by-partitions',
    fault: 'the stream numbers by the count of partitions, which a replica hears of later than its leader',
    edits: [
      { file: 'test/sim/simulate.ts', from: 'slices: 1_024,', to: 'slices: partitions,' },
      {
        file: 'workers/fold/ownership/stream-continuity.ts',
        from: ' || stream.slices !== known.slices',
        to: '',
      },
      {
        file: 'schemas/stream/subjects.ts',
        from: 'const inGroups = GROUPS % partitions === 0',
        to: 'const inGroups = false',
      },
      {
        file: 'test/sim/operator.ts',
        from: "import type { Fleet } from './fleet.js'",
        to: "import type { Fleet } from './fleet.js'\nimport { markerOf } from '../../schemas/stream/subjects.js'",
      },
      {
        file: 'test/sim/operator.ts',
        from: 'if (identity === null || 2 * identity.partitions > identity.slices) return',
        to: `const { segments } = fleet.broker
        const count = 2 * identity.partitions
        if (!segments.configure({ slices: count })) return
        for (let one = 0; one < identity.partitions; one++)
          segments.publish('seg.' + markerOf(one, identity), new Uint8Array(), { id: 'divide' + one })
        const point = segments.truth.lastSeq
        const once = () => {
          if (!db.all().every(({ cursor }) => cursor >= point)) return void time.after(200, null, once)
          db.identity.slices = count
          void dividePartitions(db, count).catch(() => undefined)
        }
        return once()`,
      },
    ],
  },
  {
    name: '3 idle-advance',
    fault:
      'an idle cursor moves to the end that the leader names, because the consumer of a replica has nothing left',
    edits: [
      {
        file: MAINTENANCE,
        from: '    const run = runs().find(({ partition }) => partition === 0)',
        to: `for (const one of runs()) {
          const state = await stream.state()
          if (state !== null && one.lag()?.lag === 0 && state.lastSeq > one.cursor()) await one.advance(state.lastSeq)
        }
        return
        const run = runs().find(({ partition }) => partition === 0)`,
      },
      {
        file: RUN,
        from: "import type { PartitionProgress } from '../step/commit-step.js'",
        to: "import { commitStep, emptyCommit, type PartitionProgress } from '../step/commit-step.js'",
      },
      {
        file: RUN,
        from: '  reopen(): void {\n',
        to: `  async advance(seq) {
          const unlock = await this.cursorLock.acquire(this.stopping.signal)
          try {
            if (this.lag()?.lag === 0 && seq > this.progress.cursor)
              await commitStep(this.deps, this.progress, { ...emptyCommit(this.progress), cursor: seq }, this.stopping.signal)
          } finally { unlock() }
        }
        reopen(): void {
`,
      },
    ],
  },
  {
    name: '4 revision-not-compared',
    fault: 'a commit is fenced, and its fate read, by the cursor alone',
    edits: [
      {
        file: 'test/sim/save-commits.ts',
        from: 'row.revision += statements',
        to: 'row.revision = commit.cursor',
      },
      {
        file: 'test/sim/save-commits.ts',
        from: 'commits.map(({ revision }) => ({\n        revision: revision + statements,',
        to: 'commits.map(({ cursor }) => ({\n        revision: cursor,',
      },
      {
        file: 'workers/fold/step/save-commit.ts',
        from: "if (fate === 'fenced') throw new FencedError()",
        to: `if (fate === 'fenced') throw new FencedError()
        if (commit.cursor === commit.revision) throw new Error('the cursor does not show what became of it')`,
      },
    ],
  },
  {
    name: '5 clock-of-the-process',
    fault: 'the fold gives events the time of its own clock',
    edits: [
      {
        file: 'workers/fold/service.ts',
        from: 'now: () => Math.ceil(dates.now()),',
        to: 'now: () => Date.now(),',
      },
    ],
  },
  {
    name: '6 trims-beside-a-halt',
    fault: 'a nearly full stream is trimmed whether or not it fits',
    edits: [
      {
        file: MAINTENANCE,
        from: 'state === null || !all.every(({ isFitting }) => isFitting)',
        to: 'state === null',
      },
      { file: MAINTENANCE, from: 'if ((await halts.mismatches(state, all)).length > 0) return', to: '' },
      {
        file: MAINTENANCE,
        from: 'if (!(await audit(state, lowestCursor))) return',
        to: 'await audit(state, lowestCursor)',
      },
    ],
  },
  {
    name: '7 one-event-stops-all',
    fault: 'events are fanned out together or not at all',
    edits: [
      {
        file: 'test/sim/fleet.ts',
        from: 'isolatingFanOut(store, this.log())',
        to: 'async (events) => (await store.fanOut(events)).due',
      },
    ],
  },
  {
    name: '8 heals-beside-publishes',
    fault: 'the stream is repaired open, and nothing says what the saved messages must follow',
    edits: [
      { file: 'workers/stream/repair/raise-sequence.ts', from: '  await stream.close()\n', to: '' },
      {
        file: 'test/sim/broker.ts',
        from: 'this.segments.publish(`heal.${member}`, bytes, { id, after: after + i })',
        to: 'this.segments.publish(`seg.${member}`, bytes, { id })',
      },
      {
        file: 'test/sim/broker.ts',
        from: "this.segments.publish('heal.idle-heal'",
        to: "this.segments.publish('seg.idle-heal'",
      },
    ],
  },
  {
    name: '9 no-horizon',
    fault: 'a slot is leased again whatever tick its former lessee had reached',
    edits: [
      {
        file: 'test/sim/id-slots.ts',
        from: 'return { slot: row.slot, after, horizon: row.horizon }',
        to: 'return { slot: row.slot, after: 0, horizon: row.horizon }',
      },
      {
        file: 'test/sim/id-slots.ts',
        from: 'Math.max(a.horizon, tick) - Math.max(b.horizon, tick) ||',
        to: '',
      },
    ],
  },
  {
    name: '10 not-audited',
    fault: 'nobody looks for acknowledged messages that were never folded',
    edits: [{ file: MAINTENANCE, from: 'if (!(await audit(state, lowestCursor))) return', to: '' }],
  },
  {
    name: 'A strays-kept',
    fault: 'a partition of another share stays recorded as that of a live worker, which does not run it',
    edits: [{ file: HOLD, from: 'await this.releaseStray(survey, shares)', to: '' }],
  },
  {
    name: 'B identity-outdated',
    fault: 'a worker goes on comparing with the stream that an operator has replaced',
    edits: [
      {
        file: 'workers/fold/ownership/halt-partitions.ts',
        from: "if (stream !== null && haltReason(stream, this.known, { cursor: 0 }) === 'HALTED_STREAM_RECREATED')",
        to: 'if (false)',
      },
    ],
  },
  {
    name: 'C duplicates-by-sequence',
    fault: 'a message at or before the last sequence of its member counts as applied',
    edits: [
      {
        file: 'workers/fold/step/prepare-commit.ts',
        from: 'withoutDuplicates(rows, known)\n',
        to: 'withoutDuplicates(rows.filter(({ seq }) => seq > at.appliedSeq), known)\n',
      },
    ],
  },
]
