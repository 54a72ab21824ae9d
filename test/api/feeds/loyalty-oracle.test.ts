/**
 * The rule of contract.md 8.3 against random lives of loyalty numbers: registrations, renames, vouchers, proofs, lines and removals
 * in any order. Nobody ever sees a mark of a line that is not theirs, and in the end the owner has all of theirs.
 */
import fc from 'fast-check'
import t from 'tap'
import { propertyRuns } from '../../support/property-runs.js'
import { makeFeedSupplier, sendFeed } from '../../support/api/feed-client.js'
import { startLoyalty } from '../../support/api/loyalty.js'
import type { Doc, Loyalty } from '../../support/api/loyalty.js'
import { until } from '../../support/until.js'

t.setTimeout(600_000)

const NAMES = {
  ada: { first_name: 'Ada', last_name: 'Example' },
  eve: { first_name: 'Eve', last_name: 'Stranger' },
  nobody: { first_name: null, last_name: null },
} as const
type Name = keyof typeof NAMES

/** The owner, a stranger of another name and one of the same name. */
const MEMBERS = ['owner', 'stranger', 'namesake'] as const
type Member = (typeof MEMBERS)[number]

const who = fc.constantFrom(...MEMBERS)
const client = fc.constantFrom('gds', 'gds', 'gds', 'second', 'app-one')
const name = fc.constantFrom<Name>('ada', 'eve')
const register = fc.record({ do: fc.constant('register' as const), who, client })
const step = fc.oneof(
  register,
  register,
  fc.record({ do: fc.constant('rename' as const), who, name }),
  fc.record({ do: fc.constant('remove' as const), who }),
  fc.record({ do: fc.constant('vouch' as const) }),
  fc.record({ do: fc.constant('prove' as const), who }),
  fc.record({
    do: fc.constant('line' as const),
    client: fc.constantFrom('gds', 'gds', 'second'),
    name: fc.constantFrom<Name>('ada', 'ada', 'eve', 'nobody'),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

interface Registration {
  account: Doc
  name: Name
  client: string
  ownership: 'none' | 'proven' | 'vouched'
}
interface Line {
  client: string
  name: Name
  /** Of whom a mark of the travel, or all of it, was allowed at some time. */
  travel: Set<Member>
  whole: Set<Member>
  flight: string
  locator: string
}

/** One number with its members, its lines and what the rule allows, written apart from the product's. */
class Life {
  readonly #c: Loyalty
  readonly #number: string
  readonly #ids: Record<Member, string>
  readonly #names: Record<Member, Name> = { owner: 'ada', stranger: 'eve', namesake: 'ada' }
  readonly #registered = new Map<Member, Registration>()
  readonly lines: Line[] = []

  constructor(c: Loyalty, number: string, ids: Record<Member, string>) {
    this.#c = c
    this.#number = number
    this.#ids = ids
  }

  async take(one: Step): Promise<void> {
    if (one.do === 'register') await this.#register(one.who, one.client)
    if (one.do === 'vouch') await this.#register('owner', 'airline')
    if (one.do === 'rename') await this.#rename(one.who, one.name)
    if (one.do === 'remove') await this.#remove(one.who)
    if (one.do === 'prove') await this.#prove(one.who)
    if (one.do === 'line') await this.#send(one.client, one.name)
    this.#allow()
  }

  async #register(member: Member, by: string): Promise<void> {
    const account = await this.#c.register(this.#ids[member], this.#number, by)
    const before = this.#registered.get(member)
    const isVouched = by === 'airline'
    this.#registered.set(member, {
      account,
      client: by,
      name: before === undefined || isVouched ? this.#names[member] : before.name,
      ownership: isVouched ? 'vouched' : (before?.ownership ?? 'none'),
    })
  }

  async #rename(member: Member, to: Name): Promise<void> {
    const token = await this.#c.ingress.token(this.#ids[member])
    await this.#c.ingress.request('/v2/me', { method: 'PUT', token, body: NAMES[to] })
    this.#names[member] = to
  }

  async #remove(member: Member): Promise<void> {
    const registered = this.#registered.get(member)
    if (registered === undefined) return
    await this.#c.ingress.request(`/v2/accounts/${String(registered.account['id'])}`, {
      method: 'DELETE',
      token: await this.#c.ingress.token(this.#ids[member]),
    })
    this.#registered.delete(member)
  }

  /** The owner knows every booking in the own name, a stranger none. */
  async #prove(member: Member): Promise<void> {
    const registered = this.#registered.get(member)
    if (registered === undefined) return
    const booking = this.lines.findLast((line) => line.name === this.#names[member])?.locator
    const known = member === 'owner' && booking !== undefined ? booking : 'GUESS7'
    const outcome = await this.#c.confirm(this.#ids[member], registered.account, known)
    if (outcome !== 'done' || registered.ownership === 'vouched') return
    registered.ownership = 'proven'
    registered.name = this.#names[member]
  }

  async #send(by: string, of: Name): Promise<void> {
    const at = this.lines.length
    const day = new Date(Date.UTC(2027, 2, 1 + at * 3)).toISOString().slice(0, 10)
    const mark = String(1_000 + at)
    const line = { flight: mark, locator: `MARK${mark}`, client: by, name: of }
    const sent = this.#c.line(this.#number, {
      ...NAMES[of],
      flight_num: mark,
      confirmation_no: line.locator,
      price: `${mark}.77`,
      currency: 'USD',
      notes: `see ${line.locator}`,
      departure_datetime: `${day}T18:30`,
      arrival_datetime: `${day}T21:45`,
    })
    // The lives run concurrently, and an application may have four feeds.
    const answer = await until('a feed is free', async () => {
      const [first] = await sendFeed(this.#c.ingress, [sent], { client: by })
      return JSON.stringify(first ?? null).includes('feeds of this application are running') ? null : first
    })
    if (answer?.status !== 202) throw new Error(JSON.stringify(answer))
    this.lines.push({ ...line, travel: new Set(), whole: new Set() })
  }

  #allow(): void {
    const owner = this.#registered.get('owner')
    const sole = this.#registered.size === 1 ? [...this.#registered][0] : undefined
    for (const line of this.lines) {
      if (owner !== undefined && owner.ownership !== 'none')
        if (line.name === owner.name || (line.name === 'nobody' && owner.ownership === 'vouched'))
          line.whole.add('owner')
      if (sole?.[1].ownership === 'none' && sole[1].name === line.name && sole[1].client === line.client)
        line.travel.add(sole[0])
    }
  }

  /** What a member sees, as text: the itinerary and every event. */
  async seen(member: Member): Promise<string> {
    const { ingress } = this.#c
    const id = this.#ids[member]
    const answer = await ingress.request('/v2/segments?start=2027-01-01&limit=200', {
      token: await ingress.token(id),
    })
    const events = await ingress.database.pool.query<{ body: string }>(
      'select body from logged_event where member_id = $1',
      [id],
    )
    return [answer.text, ...events.rows.map((row) => row.body)].join('\n')
  }

  async trespasses(): Promise<string[]> {
    const found: string[] = []
    for (const member of MEMBERS) {
      // Folded after everything that was released to the member.
      await this.#rename(member, this.#names[member])
      const seen = await this.seen(member)
      for (const { flight, locator, whole, travel } of this.lines) {
        if ((seen.includes(locator) || seen.includes(`${flight}.77`)) && !whole.has(member))
          found.push(`${member} sees the booking ${locator}`)
        if (seen.includes(`"flight_num":"${flight}"`) && !whole.has(member) && !travel.has(member))
          found.push(`${member} sees the travel ${flight}`)
      }
    }
    return found
  }

  /** The strangers go, and the source says whose the number is. */
  async end(): Promise<void> {
    for (const member of MEMBERS) await this.take({ do: 'remove', who: member })
    await this.#rename('owner', 'ada')
    await this.take({ do: 'vouch' })
  }
}

t.test('nobody sees a line that is not theirs, and the owner all of theirs', async (t) => {
  const c = await startLoyalty(t)
  await makeFeedSupplier(c.ingress, 'second')
  let count = 0
  const live = async (steps: Step[]): Promise<void> => {
    const number = `LIFE${++count}`
    const ids = {
      owner: await c.ingress.createMember(NAMES.ada),
      stranger: await c.ingress.createMember(NAMES.eve),
      namesake: await c.ingress.createMember(NAMES.ada),
    }
    const life = new Life(c, number, ids)
    for (const one of steps) await life.take(one)
    await c.ingress.database.pool.query(
      "update account_registration set due = '-infinity' where number_key = $1",
      [number],
    )
    await until('the number was released', async () => {
      const due = await c.ingress.database.pool.query(
        'select 1 from account_registration where number_key = $1 and due < now()',
        [number],
      )
      return due.rows.length === 0
    })
    const during = await life.trespasses()
    await life.end()
    const theirs = life.lines.filter((line) => line.name !== 'eve')
    await until('the owner has all of theirs, whole', async () => {
      const seen = await life.seen('owner')
      return theirs.every((line) => seen.includes(`"confirmation_no":"${line.locator}"`))
    })
    const trespasses = [...during, ...(await life.trespasses())]
    if (trespasses.length > 0) throw new Error(trespasses.join('\n'))
  }
  // Numbers do not touch each other: several lives at a time.
  const lives = fc.array(fc.array(step, { minLength: 4, maxLength: 24 }), { minLength: 12, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(lives, async (all) => {
      await Promise.all(all.map(live))
    }),
    { numRuns: propertyRuns(30), endOnFailure: true },
  )
  t.ok(count >= 36, `${count} lives`)
})
