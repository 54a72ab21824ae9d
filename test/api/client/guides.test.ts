/** The typed programs of the guides, against the running server: they do what their text says. */
import { transformSync } from 'esbuild'
import { readFileSync } from 'node:fs'
import t from 'tap'
import type { Test } from 'tap'
import type { Client, Segment, Trip } from '../../../api/client/src/index.js'
import { authorise } from '../../support/api/feed-client.js'
import { secureClient } from '../../support/api/secure-client.js'
import { startWebhookIngress } from '../../support/api/webhook-ingress.js'
import { until } from '../../support/until.js'

t.setTimeout(120_000)

type Names = Record<string, unknown>
const AsyncFunction = (async () => undefined).constructor as new (
  ...parts: string[]
) => (...values: unknown[]) => Promise<Names>

/** The TypeScript of a guide, from one heading to another, as a function that returns what it declares. */
function programOf(guide: string, { until: end = '', returns }: { until?: string; returns: string }) {
  const text = readFileSync(new URL(`../../../api/docs/guides/${guide}.md`, import.meta.url), 'utf8')
  const code = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, one]) => one!).join('\n')
  const part = end === '' ? code : code.slice(0, code.indexOf(end))
  const { code: script } = transformSync(part.replaceAll(/^import .*\n/gm, ''), { loader: 'ts' })
  return async (values: Names): Promise<Names> =>
    await new AsyncFunction(...Object.keys(values), `${script}\nreturn { ${returns} }`)(
      ...Object.values(values),
    )
}

async function service(t: Test) {
  const { ingress } = await startWebhookIngress(t, { fold: true })
  const member = await ingress.createMember()
  await authorise(ingress, member, 'partner')
  const clientOf = (token: string): Client => secureClient(ingress.url, token)
  const token = await ingress.token(member, 'partner')
  return { clientOf, member: clientOf(token), app: clientOf(await ingress.appToken('partner')) }
}

t.test('each step of the change of a booking does what its heading says', async (t) => {
  const { member } = await service(t)
  const seen: string[] = []
  const state = async (): Promise<void> => {
    const all = await member.segments.list({ since: '2000-01-01T00:00:00Z' }).toArray()
    const flights = all.filter((one) => one.type === 'Air').sort((a, b) => Number(a.id) - Number(b.id))
    seen.push(
      flights
        .map(({ status, departure_datetime, seat_assignment }) =>
          [status, departure_datetime?.slice(11, 16), seat_assignment ?? ''].join(' ').trim(),
        )
        .join(', '),
    )
  }
  const follow = <T>(work: (...given: never[]) => Promise<T>) =>
    (async (...given: never[]) => {
      const answer = await work(...given)
      await state()
      return answer
    }) as typeof work
  const { submit, update, delete: withdraw, list } = member.segments
  const watched = { list, submit: follow(submit), update: follow(update), delete: follow(withdraw) }
  await programOf('change-and-cancel', { returns: '' })({
    createClient: () => ({ segments: watched }),
    process: { env: {} },
  })
  t.same(seen, [
    'Active 10:20, Active 18:10',
    'Active 11:05 12A, Active 18:10',
    'Cancelled 10:20 12A, Active 18:10',
    'Cancelled 10:20 12A, Cancelled 18:10',
    'Active 10:20, Active 18:10',
    'Active 10:20, Cancelled 18:10',
    'Active 10:20 14C, Cancelled 18:10',
    'Deleted 10:20 14C, Cancelled 18:10',
  ])
})

t.test('a copy is what the API shows, after any changes and from any cursor', async (t) => {
  const { member, app, clientOf } = await service(t)
  const made = await programOf('keep-in-sync', {
    until: 'const service',
    returns: 'trips, segments, snapshot, follow',
  })({
    createClient: clientOf,
  })
  const { trips, segments, snapshot, follow } = made as {
    trips: Map<string, Trip>
    segments: Map<string, Segment>
    snapshot: (member: Client) => Promise<void>
    follow: (app: Client, cursor: string | null) => Promise<string | null>
  }
  const since = '2000-01-01T00:00:00Z'
  const flight = (day: number, flown: Names) => ({
    ...{ type: 'Air', source: 'airline_ba', airline: 'BA', confirmation_no: `SY${day}AA` },
    ...{ departure_datetime: `2027-0${day}-10T07:30`, arrival_datetime: `2027-0${day}-10T16:45`, ...flown },
  })
  const send = async (...some: Names[]): Promise<unknown> =>
    await member.segments.submit({ segments: some as never }, { prefer: 'wait=10' })
  const out = flight(3, { flight_num: '304', origin: 'LHR', destination: 'JFK' })
  const next = flight(5, { flight_num: '175', origin: 'LHR', destination: 'LIS' })
  const last = async (): Promise<string | undefined> =>
    (await app.events.list().toArray()).filter(({ type }) => type === 'batch.processed').at(-1)
      ?.resource_id ?? undefined
  const changes: Array<() => Promise<unknown>> = [
    async () => await send(next),
    async () => await send({ ...out, seat_assignment: '3C' }),
    async () => await send({ ...next, status: 'Cancelled' }),
    async () =>
      await member.trips.update((await member.trips.list().toArray(1))[0]!.id, { headline: 'Mine' }),
    async () => await member.segments.delete((await member.segments.list().toArray(1))[0]!.id),
  ]
  const cursors = [await follow(app, null)]
  t.type(cursors[0], 'string', 'before the first event')
  await send(out)
  await until('the event log has it', async () => (await last()) !== undefined)
  cursors.push(await follow(app, cursors[0]!))
  trips.clear()
  segments.clear()
  await snapshot(member)
  for (const change of changes) {
    const before = await last()
    await change()
    await until('the log has the change', async () => (await last()) !== before)
    cursors.push(await follow(app, cursors.at(-1)!))
    t.same(new Map([...trips].sort()), await rows(member.trips.list({ since })), 'trips')
    t.same(new Map([...segments].sort()), await rows(member.segments.list({ since })), 'segments')
  }
  for (const cursor of cursors) {
    await follow(app, cursor)
    t.same(
      new Map([...trips].sort()),
      await rows(member.trips.list({ since })),
      'each leads to the same copy',
    )
  }
})

const rows = async <T extends { id: string }>(list: AsyncIterable<T>): Promise<Map<string, T>> => {
  const found: Array<[string, T]> = []
  for await (const one of list) found.push([one.id, one])
  return new Map(found.sort())
}
