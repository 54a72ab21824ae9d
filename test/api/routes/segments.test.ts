import t from 'tap'
import { startIngress } from '../../support/api/ingress.js'
import type { Ingress } from '../../support/api/ingress.js'

t.setTimeout(60_000)

interface Segment {
  id: string
  status: string
  merged_into: string | null
  metadata: unknown
  confirmation_no: string | null
  seat_assignment: string | null
}

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const flight = (number: string, on: string, more: Record<string, unknown> = {}) => ({
  type: 'Air',
  source: 'airline_dl',
  airline: 'DL',
  flight_num: number,
  origin: 'JFK',
  destination: 'SFO',
  departure_datetime: `${on}T09:30`,
  arrival_datetime: `${on}T12:45`,
  ...more,
})

/** Requests of a new member. */
async function asker(ingress: Ingress) {
  const token = await ingress.token(await ingress.createMember())
  return {
    read: async (path: string) => await ingress.request(path, { token }),
    post: async (...segments: unknown[]): Promise<Segment[]> => {
      const made = await ingress.request('/v2/segments', {
        method: 'POST',
        token,
        body: { segments },
        headers: { prefer: 'wait=10' },
      })
      if (made.status !== 202) throw new Error(made.text)
      const ids = (made.json as Array<{ _id: number }>).map(({ _id }) => _id)
      return await Promise.all(
        ids.map(async (id) => (await ingress.request(`/v2/segments/${id}`, { token })).json as Segment),
      )
    },
  }
}

t.test('reading segments', async (t) => {
  const ingress = await startIngress(t, { fold: true })

  await t.test('a merged segment is read and followed, whatever its metadata', async (t) => {
    const { read, post } = await asker(ingress)
    const metadata = { nul: '\0', half: '\ud83d', merged_into: '7' }
    const [kept, other] = await post(
      flight('42', day(20), { confirmation_no: 'QHZBT8' }),
      flight('42', day(21), {
        departure_datetime: `${day(21)}T06:00`,
        source: 'sabre',
        confirmation_no: 'ZZTOP4',
        metadata,
      }),
    )
    // The second source corrects the date: its flight is the first one.
    await post(
      flight('42', day(20), {
        source: 'sabre',
        confirmation_no: 'ZZTOP4',
        metadata,
        supplier_updated: new Date().toISOString(),
      }),
    )
    const answer = await read(`/v2/segments/${other!.id}`)
    t.equal(answer.status, 200, answer.text)
    t.match(answer.json, { id: other!.id, status: 'Merged', merged_into: kept!.id, metadata })
    t.match((await read(`/v2/segments/${other!.id}?follow=1`)).json, { id: kept!.id, status: 'Active' })
    t.equal((await read(`/v2/segments/air/${other!.id}?provenance=1`)).status, 200)
  })

  await t.test('segments are found by their confirmation number and by any of their locators', async (t) => {
    const { read, post } = await asker(ingress)
    const stay = (name: string, locator: string, more: Record<string, unknown> = {}) => ({
      type: 'Hotel',
      source: 'manual',
      hotel_name: name,
      city_name: 'San Francisco',
      country: 'US',
      checkin_date: day(20),
      checkout_date: day(22),
      confirmation_no: locator,
      ...more,
    })
    await post(
      stay('Plaza', '8123-4567', { metadata: { confirmation_no: '900', booking_confirmation_no: 'x' } }),
      stay('Bay Inn', '123'),
      flight('42', day(20), { confirmation_no: 'AAA111' }),
      flight('42', day(20), { source: 'sabre', confirmation_no: 'QHZBT8' }),
      stay('Alta', 'Nº "7"'),
    )
    const found = async (locator: string) =>
      (
        (await read(`/v2/segments?confirmation_no=${encodeURIComponent(locator)}`)).json as Array<
          Segment & { hotel_name?: string }
        >
      ).map((segment) => segment.hotel_name ?? segment.confirmation_no)
    for (const locator of ['8123-4567', '81234567', '8123 4567', 'conf# 8123-4567'])
      t.same(await found(locator), ['Plaza'], locator)
    for (const locator of ['AAA111', 'aaa111', ' aaa 111 ', 'PNR: AAA111'])
      t.same(await found(locator), ['AAA111'], locator)
    t.same(await found('qhzbt8'), ['AAA111'], 'the locator of another source')
    t.same(await found('123'), ['Bay Inn'], 'shorter than a locator')
    t.same(await found('Nº "7"'), ['Alta'])
    for (const locator of ['812', '8123', '12', 'ZZTOP4', '%', 'TBA'])
      t.same(await found(locator), [], locator)
  })
})
