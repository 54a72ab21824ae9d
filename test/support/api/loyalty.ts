/** Members with loyalty accounts, the feed of a supplier, and the release of held lines (contract.md 8.3). */
import type { Test } from 'tap'
import { heldLines } from '../../../db/feeds/held-lines.js'
import { loyaltyStore } from '../../../ops/wiring/auth-stores.js'
import { releaseHeldLines } from '../../../workers/feed/release-held-lines.js'
import { feedFlight, makeFeedSupplier } from './feed-client.js'
import { startIngress } from './ingress.js'
import type { IngressOptions } from './ingress.js'

export type Doc = Record<string, unknown>

/** The name of test members, as a reservation system writes it. */
export const ADA = { first_name: 'ADAMRS', last_name: 'EXAMPLE' }

/** Numbers are of `airline_dl`; lines name Ada Example, like new members. */
export async function startLoyalty(t: Test, on?: IngressOptions['on']) {
  const ingress = await startIngress(t, { fold: true, ...(on === undefined ? {} : { on }) })
  await makeFeedSupplier(ingress)
  const release = releaseHeldLines({
    store: heldLines(ingress.database.pool),
    publish: ingress.deps.publish,
    newId: () => ingress.deps.ids.next(),
    newIds: (count) => ingress.deps.ids.block(count),
    log: ingress.deps.log,
    now: Date.now,
  })
  t.teardown(release.stop)
  await ingress.database.pool.query(
    `insert into app (client_id, name, vouches) values ('airline', 'Airline', '{airline_dl}')`,
  )
  const register = async (member: string, number: string, client?: string): Promise<Doc> =>
    (
      await ingress.request('/v2/accounts', {
        method: 'POST',
        token: await ingress.token(member, client),
        body: { source: 'airline_dl', account_id: number },
      })
    ).json as Doc
  const tripsOf = async (member: string): Promise<Doc[]> =>
    (await ingress.request('/v2/trips?start=2026-01-01&segments=1', { token: await ingress.token(member) }))
      .json as Doc[]
  const line = (number: string, changes: Doc = {}): Doc => ({
    account: { source: 'airline_dl', account_id: number },
    segments: [feedFlight({ source: 'airline_dl', ...ADA, ...changes })],
  })
  const held = async (): Promise<number> =>
    Number(
      (await ingress.database.pool.query<{ n: string }>('select count(*) as n from held_line')).rows[0]?.n,
    )
  const accountOf = async (member: string, { id }: Doc): Promise<Doc> =>
    (await ingress.request(`/v2/accounts/${String(id)}`, { token: await ingress.token(member) })).json as Doc
  const loyalty = loyaltyStore({
    pool: ingress.database.pool,
    publish: ingress.deps.publish,
    ids: ingress.deps.ids,
    now: Date.now,
    log: ingress.deps.log,
  })
  const confirm = async (member: string, { id }: Doc, booking: string): Promise<string> =>
    await loyalty.confirm(member, String(id), booking)
  /** The airline registers the number of a customer. */
  const vouch = async (member: string, number: string): Promise<Doc> =>
    await register(member, number, 'airline')
  return { ingress, register, vouch, tripsOf, line, held, accountOf, confirm }
}
export type Loyalty = Awaited<ReturnType<typeof startLoyalty>>
