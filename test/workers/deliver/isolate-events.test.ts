/**
 * Whatever is at fault and whenever Postgres saves nothing for a while: exactly the events and callbacks at fault are set
 * aside, and everything else is delivered (webhooks.md 5).
 */
import fc from 'fast-check'
import t from 'tap'
import type { NotifiedEvent } from '../../../schemas/webhooks/delivery.js'
import type { FanOutStore } from '../../../schemas/webhooks/delivery-store.js'
import { isolatingFanOut } from '../../../workers/deliver/isolate-events.js'
import { propertyRuns } from '../../support/property-runs.js'
import { silentLog } from '../../support/silent-log.js'

const CALLBACKS = ['a', 'b', 'c']

interface Faults {
  events: ReadonlySet<string>
  callbacks: ReadonlySet<string>
  /** Number of the first statement that is not saved, and how many are not. */
  outage: [from: number, length: number]
}

/** A damaged row, as Postgres reports it. */
const damaged = (): Error => Object.assign(new Error('missing chunk number 0'), { code: 'XX001' })

/** A store in memory, all of whose writes fail during the outage. */
class ModelStore implements FanOutStore {
  readonly delivered = new Set<string>()
  readonly quarantined = new Set<string>()
  readonly suspended = new Set<string>()
  private statements = 0

  constructor(private readonly faults: Faults) {}

  private requireSaving(): void {
    const [from, length] = this.faults.outage
    const at = this.statements++
    if (at >= from && at < from + length) throw damaged()
  }

  private failing(): string[] {
    return CALLBACKS.filter((one) => this.faults.callbacks.has(one) && !this.suspended.has(one))
  }

  async fanOut(events: NotifiedEvent[]): ReturnType<FanOutStore['fanOut']> {
    this.requireSaving()
    const fanned = await this.lacking(events)
    if (fanned.length > 0 && this.failing().length > 0) throw damaged()
    if (fanned.some(({ id }) => this.faults.events.has(id))) throw damaged()
    for (const { id } of fanned) this.delivered.add(id)
    return { due: true, suspended: [] }
  }

  async lacking(events: NotifiedEvent[]): Promise<NotifiedEvent[]> {
    return events.filter(({ id }) => !this.delivered.has(id) && !this.quarantined.has(id))
  }

  async failingCallbacks(): ReturnType<FanOutStore['failingCallbacks']> {
    this.requireSaving()
    return this.failing().map((callback) => ({ callback, error: damaged() }))
  }

  async suspend({ callback }: { callback: string }): Promise<void> {
    this.requireSaving()
    this.suspended.add(callback)
  }

  async quarantine({ id }: NotifiedEvent): Promise<void> {
    this.requireSaving()
    this.quarantined.add(id)
  }

  async sweep(): ReturnType<FanOutStore['sweep']> {
    return { missing: [], more: false }
  }
}

const ids = Array.from({ length: 12 }, (_, i) => `event-${i}`)
const faults: fc.Arbitrary<Faults> = fc.record({
  events: fc.subarray(ids, { maxLength: 3 }).map((some) => new Set(some)),
  callbacks: fc.subarray(CALLBACKS, { maxLength: 2 }).map((some) => new Set(some)),
  outage: fc.tuple(fc.nat(60), fc.nat(30)),
})

t.test('exactly what is at fault is set aside', async (t) => {
  const result = await fc.check(
    fc.asyncProperty(faults, async (wrong) => {
      const store = new ModelStore(wrong)
      const fanOut = isolatingFanOut(store, silentLog())
      const events = ids.map((id) => ({ id, created: 0 }))
      // A batch that is rejected comes again.
      for (let isDone = false; !isDone;)
        isDone = await fanOut(events).then(
          () => true,
          () => false,
        )
      const all = (set: ReadonlySet<string>): string => [...set].sort().join()
      const rest = new Set(ids.filter((id) => !wrong.events.has(id)))
      return (
        all(store.quarantined) === all(wrong.events) &&
        all(store.suspended) === all(wrong.callbacks) &&
        all(store.delivered) === all(rest)
      )
    }),
    { numRuns: propertyRuns(2_000) },
  )
  t.notOk(
    result.failed,
    JSON.stringify(result.counterexample?.map((one) => [[...one.events], [...one.callbacks], one.outage])),
  )
})
