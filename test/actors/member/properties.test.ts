/** RULES 2.2: updating the stretch around a change equals regrouping everything, and restoring changes nothing. */
import t from 'tap'
import fc from 'fast-check'
import { decide } from '../../../actors/member/decide.js'
import { restore } from '../../../actors/member/state.js'
import type { MemberState } from '../../../actors/member/model.js'
import type { StoredMember } from '../../../schemas/stream/fold-result.js'
import type { StreamMessage } from '../../../schemas/stream/message.js'
import { groupingOf, rebuiltGroupingOf } from '../../support/grouping-comparison.js'
import { history, stepIds } from '../../support/histories.js'
import { seededRandom, journeys, messages } from '../../support/journeys.js'
import type { Submission } from '../../support/journeys.js'
import { flight, hotel, save, traveller } from '../../support/traveller.js'

interface Run {
  state: MemberState
  stored: StoredMember
}

/** Folds the submissions in the given order, cut into steps. */
function run(submissions: Submission[], order: number[], steps: number[], restoring = false): Run {
  const ann = traveller()
  let { state, stored } = ann
  let seq = 0
  let at = 0
  let id = 5_000_000
  for (const size of steps) {
    const messages: StreamMessage[] = order.slice(at, at + size).map((k) => {
      const { at: received, segment } = submissions[k] as Submission
      id += 1
      return {
        seq: ++seq,
        envelope: { v: 1, kind: 'segments', batch: String(9_000_000 + id), first: String(id), received },
        body: { segments: [segment] },
      }
    })
    at += size
    if (messages.length === 0) continue
    const step = decide(state, messages, ann.env)
    stored = save(stored, step.folded)
    state = restoring ? restore(stored, ann.env) : step.state
  }
  return { state, stored }
}

function shuffled(length: number, seed: number): number[] {
  const roll = seededRandom(seed)
  const order = Array.from({ length }, (_, i) => i)
  for (let i = length - 1; i > 0; i--) {
    const j = roll(i + 1)
    ;[order[i], order[j]] = [order[j] as number, order[i] as number]
  }
  return order
}

function stepSizes(length: number, seed: number): number[] {
  const roll = seededRandom(seed)
  const out: number[] = []
  for (let left = length; left > 0;) {
    const size = Math.min(left, 1 + roll(7))
    out.push(size)
    left -= size
  }
  return out
}

t.test('a state restored after every step behaves like one that was kept', async (t) => {
  const property = fc.property(fc.nat(1e6), (seed) => {
    const submissions = journeys(seed, 3)
    const order = submissions.map((_, i) => i)
    const kept = run(submissions, order, stepSizes(order.length, seed))
    const restored = run(submissions, order, stepSizes(order.length, seed), true)
    if (JSON.stringify(kept.stored) !== JSON.stringify(restored.stored))
      throw new Error(difference(text(kept.stored), text(restored.stored)))
  })
  // 14: a cancelled stay whose journey arrived later; its grouping reason was once saved too late.
  const result = await fc.check(property, { numRuns: 12, examples: [[14]] })
  t.notOk(
    result.failed,
    `seed ${result.seed}, ${JSON.stringify(result.counterexample)} ${String(result.errorInstance)}`,
  )
})

t.test('updating stretches equals regrouping everything, with two thousand segments', async (t) => {
  const submissions = journeys(1, 450)
  // Most of them at once, then the last ones one by one: only these update a stretch.
  const late = 150
  const { state } = run(submissions, shuffled(submissions.length, 1), [
    submissions.length - late,
    ...Array.from({ length: late }, () => 1),
  ])
  t.ok(state.segments.size > 1500, `${state.segments.size} segments`)
  t.equal(groupingOf(state), rebuiltGroupingOf(state))
})

/** The trips that a step leaves, and what they hold. New segments and trips are called by what has an id before. */
function filing({ trips, segments }: MemberState, known: ReadonlySet<string>): string {
  const nameOf = (id: string | null): string => (id !== null && known.has(id) ? id : 'new')
  const rawOf = (id: string): string => segments.get(id)?.rawSegments[0]?.id ?? id
  return [...trips.values()]
    .map(({ id, status, mergedInto, segmentIds }) =>
      [nameOf(id), status, nameOf(mergedInto), ...segmentIds.map(rawOf).sort()].join(' '),
    )
    .sort()
    .join('\n')
}

const REFOLD: StreamMessage = {
  seq: 1e9,
  envelope: { v: 1, kind: 'refold', batch: '1', received: 0 },
  body: {},
}

t.test('every step, whatever it says, equals the same step with everything regrouped', async (t) => {
  const property = fc.property(fc.nat(1e6), fc.boolean(), (seed, hasHome) => {
    const homes = hasHome ? ['JFK'] : []
    const ann = traveller(homes)
    const env = { ...ann.env, newId: stepIds() }
    let id = 9_000_000
    const other = { ...env, newId: () => String(++id) }
    let { stored } = ann
    for (const [at, message] of history(seed, 12, 40, homes).flat().entries()) {
      const state = restore(stored, env)
      const known = new Set([...state.trips.keys(), message.envelope.first ?? ''])
      const whole = decide(restore(stored, other), [message, REFOLD], other).state
      const step = decide(state, [message], env)
      const [updated, regrouped] = [filing(step.state, known), filing(whole, known)]
      if (updated !== regrouped) throw new Error(`step ${at}: ${difference(updated, regrouped)}`)
      if (groupingOf(state) !== rebuiltGroupingOf(state)) throw new Error(`step ${at} differs from a rebuild`)
      // Which of several groups keeps a trip that was pinned together depends on what it held before (RULES 7.2).
      stored = save(save(stored, step.folded), decide(state, [REFOLD], env).folded)
    }
  })
  const result = await fc.check(property, { numRuns: 15 })
  t.notOk(
    result.failed,
    `seed ${result.seed}, ${JSON.stringify(result.counterexample)} ${String(result.errorInstance)}`,
  )
})

t.test(
  'after every step the groups equal regrouping everything, also with bookings cancelled as a whole',
  async (t) => {
    const property = fc.property(fc.nat(1e6), fc.boolean(), (seed, hasHome) => {
      const ann = traveller(hasHome ? ['JFK'] : [])
      let { state } = ann
      for (const [at, step] of messages(seed, 25).entries()) {
        state = decide(state, step, ann.env).state
        const [updated, rebuilt] = [groupingOf(state), rebuiltGroupingOf(state)]
        if (updated !== rebuilt) throw new Error(`step ${at}: ${difference(updated, rebuilt)}`)
      }
    })
    // 32193: a traveller was still away when another path left home; a leg six weeks later decided whether that
    // was one trip.
    const result = await fc.check(property, { numRuns: 6, examples: [[32193, false]] })
    t.notOk(
      result.failed,
      `seed ${result.seed}, ${JSON.stringify(result.counterexample)} ${String(result.errorInstance)}`,
    )
  },
)

const CODES = ['JFK', 'LHR', 'AMS', 'CDG', 'ORD', 'SFO', 'BOS', 'FCO', 'SIN', 'MXP']
const day = (n: number): string => new Date(Date.UTC(2026, 0, 1) + n * 86_400_000).toISOString().slice(0, 10)

t.test('groups equal regrouping everything when several legs change at once, over two years', async (t) => {
  const property = fc.property(fc.nat(1e6), (seed) => {
    const roll = seededRandom(seed)
    const ann = traveller()
    const times = (type: unknown): Record<string, string> => {
      const d = roll(700)
      return type === 'Air'
        ? { departure_datetime: `${day(d)}T08:00`, arrival_datetime: `${day(d + 1)}T12:00` }
        : { checkin_date: day(d), checkout_date: day(d + 1 + roll(20)) }
    }
    const statements = Array.from({ length: 25 }, (_, i): Record<string, unknown> => {
      const from = roll(10)
      const route = `${CODES[from]}-${CODES[(from + 1 + roll(9)) % 10]}`
      const what =
        roll(4) > 0
          ? flight(`DL${i + 10}`, route, '', '')
          : hotel(`Marriott ${i}`, ['London', 'Paris', 'New York', 'Rome'][roll(4)]!, '', '')
      return { ...what, ...times(what['type']), confirmation_no: `LOC${i}X` }
    })
    ann.post(statements)
    for (let step = 0; step < 10; step++) {
      ann.post(
        Array.from({ length: 1 + roll(6) }, () => {
          const at = roll(statements.length)
          const old = statements[at] ?? {}
          return (statements[at] = {
            ...old,
            ...[{ status: 'Cancelled' }, { status: 'Active' }, times(old['type'])][roll(3)],
          })
        }),
      )
      if (groupingOf(ann.state) !== rebuiltGroupingOf(ann.state))
        throw new Error(`step ${step} differs from regrouping everything`)
    }
  })
  // 232973: a path stayed open for months until a departure from home, two weeks before the leg that
  // decided it.
  const result = await fc.check(property, { numRuns: 15, examples: [[232973]] })
  t.notOk(
    result.failed,
    `seed ${result.seed}, ${JSON.stringify(result.counterexample)} ${String(result.errorInstance)}`,
  )
})

function text(stored: StoredMember): string {
  return JSON.stringify(stored).replaceAll('},{', '},\n{').replaceAll(',"', ',\n"')
}

function difference(a: string, b: string): string {
  const left = a.split('\n')
  const right = new Set(b.split('\n'))
  const mine = new Set(left)
  return [
    ...left.filter((line) => !right.has(line)).map((line) => `- ${line}`),
    ...[...right].filter((line) => !mine.has(line)).map((line) => `+ ${line}`),
  ]
    .slice(0, 12)
    .map((line) => line.slice(0, 600))
    .join('\n')
}
