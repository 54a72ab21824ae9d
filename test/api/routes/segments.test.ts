import t from 'tap'
import { openDoor } from '../../support/door.js'
import type { Door } from '../../support/door.js'

t.setTimeout(60_000)

interface Segment { id: string, status: string, merged_into: string | null, metadata: unknown, confirmation_no: string | null, seat_assignment: string | null }

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const flight = (number: string, on: string, more: Record<string, unknown> = {}) => ({
  type: 'Air', source: 'airline_dl', airline: 'DL', flight_num: number, origin: 'JFK', destination: 'SFO', departure_datetime: `${on}T09:30`, arrival_datetime: `${on}T12:45`, ...more
})

/** What a member of this door asks. */
async function asker (door: Door) {
  const token = await door.token(await door.member())
  return {
    read: async (path: string) => await door.ask(path, { token }),
    post: async (...segments: unknown[]): Promise<Segment[]> => {
      const made = await door.ask('/v2/segments', { method: 'POST', token, body: { segments }, headers: { prefer: 'wait=10' } })
      const ids = (made.json as Array<{ _id: number }>).map(({ _id }) => _id)
      return await Promise.all(ids.map(async id => (await door.ask(`/v2/segments/${id}`, { token })).json as Segment))
    }
  }
}

t.test('reading segments', async t => {
  const door = await openDoor(t, { fold: true })

  await t.test('a merged one is read and followed, whatever its metadata holds', async t => {
    const { read, post } = await asker(door)
    const metadata = { nul: '\0', half: '\ud83d', merged_into: '7' }
    const [kept, other] = await post(flight('42', day(20), { confirmation_no: 'QHZBT8' }), flight('42', day(21), { departure_datetime: `${day(21)}T06:00`, source: 'sabre', confirmation_no: 'ZZTOP4', metadata }))
    // The second source corrects the date: its flight is the first one.
    await post(flight('42', day(20), { source: 'sabre', confirmation_no: 'ZZTOP4', metadata, supplier_updated: new Date().toISOString() }))
    const answer = await read(`/v2/segments/${other!.id}`)
    t.equal(answer.status, 200, answer.text)
    t.match(answer.json, { id: other!.id, status: 'Merged', merged_into: kept!.id, metadata })
    t.match((await read(`/v2/segments/${other!.id}?follow=1`)).json, { id: kept!.id, status: 'Active' })
    t.equal((await read(`/v2/segments/air/${other!.id}?provenance=1`)).status, 200)
  })
})
