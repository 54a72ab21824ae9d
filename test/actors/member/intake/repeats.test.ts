/**
 * RULES 3.2: what repeats the last word of its source changes nothing. A history with such repeats at random places makes
 * the same itinerary, events and answers by raw id as without; and any statements sent again and withdrawn, in any order of
 * arrival, make what they make without the short cut, which another application never takes.
 */
import t from 'tap'
import fc from 'fast-check'
import { decide } from '../../../../actors/member/decide.js'
import { restore } from '../../../../actors/member/state.js'
import type { Env } from '../../../../actors/member/env.js'
import type { MemberState } from '../../../../actors/member/model.js'
import type { RawSegment } from '../../../../actors/itinerary/statement/raw-segment.js'
import { statementOf } from '../../../../actors/itinerary/statement/statement.js'
import type { Id } from '../../../../schemas/base/ids.js'
import { MANY_REPEATS, MAX_REPEATS } from '../../../../schemas/itinerary/itinerary-limits.js'
import type { FoldResult, StoredMember } from '../../../../schemas/stream/fold-result.js'
import type { StreamMessage } from '../../../../schemas/stream/message.js'
import { history, stepIds } from '../../../support/histories.js'
import { seededRandom } from '../../../support/journeys.js'
import type { Submission } from '../../../support/journeys.js'
import { difference, linesOf, saidIn } from '../../../support/order/digest.js'
import { reports } from '../../../support/order/reports.js'
import { propertyRuns } from '../../../support/property-runs.js'
import { flight, save, traveller } from '../../../support/traveller.js'
import type { Segment } from '../../../support/traveller.js'

/** A member, all that was written, and what an application is answered. */
class Run {
  state: MemberState
  readonly events: string[] = []
  /** A raw segment went from one segment to another one. */
  hasParted = false
  /** There may have been more runs of repeats than are kept (RULES 2.3). */
  hasForgotten = false
  /** Ids of the raw segments that others repeated. */
  readonly repeated = new Set<Id>()
  private readonly latest = new Map<Id, Id>()
  private stored: StoredMember
  private readonly became = new Map<Id, Id | null>()
  private readonly holders = new Map<Id, readonly Id[]>()
  private readonly mergedInto = new Map<Id, Id>()

  constructor(
    homes: string[],
    private readonly isRestoring: boolean,
  ) {
    const ann = traveller(homes)
    this.state = ann.state
    this.stored = ann.stored
  }

  fold(messages: StreamMessage[], env: Env): FoldResult {
    const { state, folded } = decide(this.state, messages, env)
    this.stored = save(this.stored, folded)
    this.state = this.isRestoring ? restore(this.stored, env) : state
    this.hasForgotten ||= this.state.repeats.length >= MANY_REPEATS
    for (const { kept, count } of this.state.repeats)
      for (let id = kept; id < kept + count; id++) this.repeated.add(String(id))
    for (const { id, rawIds, doc } of folded.segments) {
      for (const rawId of rawIds) {
        if ((this.latest.get(rawId) ?? id) !== id) this.hasParted = true
        this.latest.set(rawId, id)
      }
      this.holders.set(id, rawIds)
      const { merged_into: target } = JSON.parse(doc) as { merged_into?: Id | null }
      if (typeof target === 'string') this.mergedInto.set(id, target)
    }
    for (const { results } of folded.batches)
      for (const { _id, segment_id: segment } of results) this.became.set(String(_id), segment)
    for (const { type, resourceId, body } of folded.events)
      if (type !== 'batch.processed')
        this.events.push(
          `${type} ${resourceId} ${JSON.stringify((JSON.parse(body.join('')) as { data: unknown }).data)}`,
        )
    return folded
  }

  itinerary(): string[] {
    const { segments, trips } = this.state
    return [...segments.values(), ...trips.values()].map(({ doc }) => doc)
  }

  /** The segment that GET answers, as api/routes/segment-target.ts finds it. */
  segmentOf(rawId: Id): Id | null {
    const isLive = (id: Id): boolean => !['Merged', 'Deleted'].includes(this.state.segments.get(id)!.status)
    const holders = [...this.holders].filter(([, rawIds]) => rawIds.includes(rawId)).map(([id]) => id)
    let id = holders.find(isLive) ?? holders[0] ?? this.became.get(rawId) ?? null
    for (let next = id; next !== null; next = this.mergedInto.get(next) ?? null) id = next
    return id
  }
}

const CLIENT = 'one'
const HOUR = 3_600_000
const FIRST = 8_000_002
/** Segments of a message, and ids from one message to the next. */
const MOST_TOGETHER = 4
const STRIDE = 10

/** The raw ids that a history withdraws or replaces: what repeats those would be left of them. */
const namedIn = (steps: StreamMessage[][]): Set<Id> => {
  const named = steps.flat().flatMap(({ envelope, body }) => [envelope.replaces, (body as { id?: Id }).id])
  return new Set(named.filter((id) => id !== undefined))
}

/** A statement that is the last word of its source about its segment, and goes on being it. */
function lastWord(
  { state }: Run,
  random: (below: number) => number,
  env: Env,
  named: ReadonlySet<Id>,
): RawSegment | undefined {
  const all = [...state.index.all.values()].filter((raw) => {
    if ([raw.id, ...(raw.replaced ?? [])].some((id) => named.has(id))) return false
    const segment = state.segments.get(state.segmentOf.get(raw.id) ?? '')
    const stamp = (one: RawSegment): number => statementOf(one, env.places).statedAt
    const { locatorKey } = statementOf(raw, env.places)
    const others = segment?.rawSegments.filter((one) => one !== raw && one.source === raw.source) ?? []
    const booking = `${raw.source}#${locatorKey}`
    const cancelled = state.bookingCancellations.get(booking) ?? []
    const replaced = state.replacedBookings.get(booking)?.at ?? 0
    return (
      segment !== undefined &&
      raw.withdrawn === undefined &&
      replaced <= raw.receivedAt &&
      [...others, ...cancelled].every((one) => stamp(one) < stamp(raw)) &&
      others.every((one) => locatorKey !== null || statementOf(one, env.places).locatorKey === null)
    )
  })
  return all[random(all.length)]
}

const sent = ({ type, source, fields }: RawSegment): object => ({ type, source, ...fields.toJSON() })

function withAndWithoutRepeats(seed: number, isRestoring: boolean): void {
  const random = seededRandom(seed + 1)
  const steps = history(seed, 6, 25)
  const named = namedIn(steps)
  const { env } = traveller()
  const [plain, repeated] = [new Run(['JFK'], isRestoring), new Run(['JFK'], isRestoring)]
  const [envOfPlain, envOfRepeated] = [
    { ...env, newId: stepIds() },
    { ...env, newId: stepIds() },
  ]
  const ofNoSegment = { ...env, newId: (): Id => '1' }
  let id = 8_000_000
  for (const messages of steps) {
    const { received } = messages[0]!.envelope
    for (let n = random(3); n > 0; n--) {
      const raw = lastWord(repeated, random, env, named)
      if (raw === undefined) continue
      const { client } = raw
      const first = String((id += 2))
      const body = random(4) === 0 ? sent(raw) : { segments: [sent(raw)] }
      const kind = 'segments' in body ? 'segments' : 'segment'
      const envelope = {
        ...{ v: 1, kind, batch: String(id - 1), first, received: received - 1 },
        ...(client === undefined ? {} : { client }),
      } as StreamMessage['envelope']
      ofNoSegment.now = received - 1
      const folded = repeated.fold([{ seq: id, envelope, body }], ofNoSegment)
      const [result] = folded.batches[0]!.results
      const written = [
        folded.segments,
        folded.trips,
        folded.events.filter(({ type }) => type !== 'batch.processed'),
      ]
      if (
        written.some((rows) => rows.length > 0) ||
        result?.action !== 'unchanged' ||
        result._id !== Number(first)
      )
        throw new Error(`${JSON.stringify(sent(raw))} again: ${JSON.stringify([written, result])}`)
      if (repeated.segmentOf(first) !== repeated.segmentOf(raw.id)) throw new Error(`${first} is not found`)
    }
    envOfPlain.now = envOfRepeated.now = received
    plain.fold(messages, envOfPlain)
    repeated.fold(messages, envOfRepeated)
  }
  const answers = (run: Run): string[] =>
    steps.flat().map(({ envelope: { first } }) => `${first} ${run.segmentOf(first ?? '')}`)
  const all = (run: Run): string[] => [...run.events, ...run.itinerary(), ...answers(run)]
  // What was forgotten is not there when what it repeated is withdrawn.
  if (repeated.hasForgotten && [...named].some((id) => repeated.repeated.has(id))) return
  if (all(plain).join('\n') !== all(repeated).join('\n'))
    throw new Error(difference(all(plain), all(repeated)))
}

interface Sent {
  at: number
  segments: Segment[]
}

/** Reports as messages: a source says several things at once, also two versions of one thing. */
function messagesOf(all: readonly Submission[], random: (below: number) => number): Sent[] {
  const messages: Sent[] = []
  const isDated = random(3) === 0
  for (let from = 0; from < all.length;) {
    const size = random(3) === 0 ? 1 + random(MOST_TOGETHER) : 1
    const segments = all.slice(from, from + size).map(({ at, segment }) => ({
      ...(isDated && random(8) > 0 ? { supplier_updated: new Date(at).toISOString() } : {}),
      ...segment,
    }))
    messages.push({ at: all[from]!.at, segments })
    from += size
  }
  return messages
}

/** Of a part of a journey, whose segments seldom part. */
function fewReports(seed: number, random: (below: number) => number): Submission[] {
  const all = reports(seed, 1)
  const from = random(all.length)
  return all.slice(from, from + 2 + random(12))
}

/** Any messages, some of them sent again later by their own application or by another one, and some withdrawn. */
function byOneOrTwo(seed: number, isRestoring: boolean): void {
  const random = seededRandom(seed + 2)
  const plain = messagesOf(random(2) === 0 ? reports(seed, 2) : fewReports(seed, random), random)
  const texts = plain.flatMap(({ segments }) => segments.map((segment) => saidIn({ at: 0, segment })))
  const all = plain.flatMap((one) =>
    Array.from({ length: random(4) === 0 ? 1 + random(3) : 1 }, (_, again) => ({
      ...{ ...one, isAgain: again > 0 },
      at: one.at + again * random(40) * HOUR,
      mode: random(40) === 0 ? { mode: 'replace' } : {},
    })),
  )
  // Mostly in the order of their stamps.
  const order = all
    .map((one) => ({ one, key: one.at + (random(6) === 0 ? (random(200) - 100) * HOUR : 0) }))
    .sort((a, b) => a.key - b.key)
    .map(({ one }) => one)
  const sizes = order.map(() => 1 + random(3))
  const idOf = (message: number, segment = 0): Id => String(FIRST + message * STRIDE + segment)
  const positions = new Map(
    order.flatMap(({ segments }, i) =>
      segments.map((segment, k) => [idOf(i, k), texts.indexOf(saidIn({ at: 0, segment }))] as const),
    ),
  )
  const withdrawn = order.map((_, i) => (random(12) === 0 ? idOf(random(i + 1), random(2)) : null))
  const made = ['one', 'two'].map((other): Made => {
    const { env: world } = traveller()
    const env = { ...world, newId: stepIds() }
    const run = new Run(seed % 2 === 0 ? [] : ['JFK'], isRestoring)
    for (let from = 0; from < order.length; from += sizes[from] ?? 1) {
      const step = order.slice(from, from + (sizes[from] ?? 1))
      const messages = step.map(({ at: received, segments, isAgain, mode }, i): StreamMessage => {
        const first = idOf(from + i)
        const client = isAgain ? other : CLIENT
        const envelope = { v: 1, kind: 'segments', batch: `7${first}`, first } as const
        return {
          seq: Number(first),
          envelope: { ...envelope, received, client },
          body: { segments, ...mode },
        }
      })
      run.fold(messages, env)
      for (const [i, id] of withdrawn.slice(from, from + step.length).entries()) {
        if (id === null) continue
        const seq = FIRST + STRIDE * (from + i) + STRIDE - 1
        const envelope = { v: 1, kind: 'withdraw', batch: `9${seq}`, received: step.at(-1)!.at } as const
        run.fold([{ seq, envelope, body: { id } }], env)
      }
    }
    const answers = [...positions.keys()].map((rawId) => `${rawId} ${run.segmentOf(rawId)}`)
    const history = [...run.events, ...answers]
    const hasParted = run.hasParted || run.events.some((line) => /^trip\.(?:merged|split) /.test(line))
    const { hasForgotten, repeated } = run
    return { lines: linesOf(run.state, env, positions), history, hasParted, hasForgotten, repeated }
  })
  const [cut, full] = made as [Made, Made]
  if (cut.hasForgotten && withdrawn.some((id) => id !== null && cut.repeated.has(id))) return
  if (cut.lines.join('\n') !== full.lines.join('\n')) throw new Error(difference(full.lines, cut.lines))
  // RULES 7.1: where segments part or become one, repeats count for which id goes on.
  if (cut.hasParted || full.hasParted) return
  const [before, after] = isNumberedOtherwise(cut, full)
    ? [unnumbered(full.history), unnumbered(cut.history)]
    : [full.history, cut.history]
  if (before.join('\n') !== after.join('\n')) throw new Error(difference(before, after))
}

interface Made {
  lines: string[]
  history: string[]
  hasParted: boolean
  hasForgotten: boolean
  repeated: ReadonlySet<Id>
}

/** Lines without ids, in the order that they then have. */
const unnumbered = (lines: readonly string[]): string[] =>
  lines.map((line) => line.replaceAll(/\b\d{7}\b/g, '')).sort()

/** The same segments were made, but of some of one step another one has the smaller id, which is open. */
function isNumberedOtherwise(a: Made, b: Made): boolean {
  const [first, second] = [a, b].map(({ history }) =>
    history.filter((line) => line.startsWith('segment.created')),
  ) as [string[], string[]]
  return (
    first.join('\n') !== second.join('\n') && unnumbered(first).join('\n') === unnumbered(second).join('\n')
  )
}

const holds = (property: (seed: number, isRestoring: boolean) => void, full: number): void => {
  fc.assert(fc.property(fc.nat(1e6), fc.boolean(), property), { numRuns: propertyRuns(full) })
}

t.test('a history with repeats is as one without', async () => {
  holds(withAndWithoutRepeats, 150)
})

t.test('what is sent again makes what it makes without the short cut', async () => {
  holds(byOneOrTwo, 150)
})

t.test('a PUT or DELETE of what repeats or is repeated means it alone', async (t) => {
  const out = flight('DL42', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', { confirmation_no: 'ABC234' })
  const back = flight('DL43', 'LHR-JFK', '2026-03-09T10:00', '2026-03-09T13:00', {
    confirmation_no: 'ABC234',
  })
  for (const restoring of [false, true]) {
    const ann = traveller(['JFK'], { restoring })
    const [, first] = ann.post([out, back]).batches[0]!.results.map(({ _id }) => String(_id))
    const { batches, segments, trips } = ann.post([out, back])
    t.same([segments, trips], [[], []])
    t.same(
      batches[0]!.results.map(({ action }) => action),
      ['unchanged', 'unchanged'],
    )
    const [, id] = batches[0]!.results.map(({ _id }) => String(_id))
    ann.send('segment', { ...back, seat_assignment: '1A' }, { replaces: id!, first: ann.nextId() })
    t.match(ann.live(), [{ seat_assignment: null }, { seat_assignment: '1A' }])
    ann.send('withdraw', { id })
    t.match(ann.live(), [{ seat_assignment: null }, { seat_assignment: null }], 'the first one is left')
    ann.send('withdraw', { id: first })
    t.equal(ann.live().length, 1)
  }
})

t.test('so many bookings sent again and again are bounded', async (t) => {
  const ann = traveller(['JFK'], { restoring: true })
  const flights = Array.from({ length: 70 }, (_, i) =>
    flight(
      `DL${100 + i}`,
      'JFK-LHR',
      `2026-0${1 + (i % 9)}-${10 + Math.floor(i / 9)}T18:00`,
      `2026-0${1 + (i % 9)}-${11 + Math.floor(i / 9)}T06:00`,
    ),
  )
  for (let round = 0; round < 3; round++) for (const one of flights) ann.post(one)
  t.equal(ann.live().length, 70)
  t.ok(ann.state.repeats.length <= MAX_REPEATS)
  const held = [...ann.state.segments.values()].map(({ rawSegments }) => rawSegments.length)
  t.ok(Math.max(...held) <= 3)
})
