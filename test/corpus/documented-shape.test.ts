/** What the rules make of the corpus is as the OpenAPI document says: generated clients read it without a fault. */
import t from 'tap'
import { readdirSync } from 'node:fs'
import { productDocument } from '../checks/product-document.js'
import { newMemberRecord } from '../../api/pages/member/member-record.js'
import { documentedShape } from '../support/api/documented-shape.js'
import { readCases } from '../support/itinerary-cases.js'
import { journeys, withDatesOnly } from '../support/journeys.js'
import { traveller } from '../support/traveller.js'
import type { Traveller } from '../support/traveller.js'
import { RESERVATIONS } from './cases.js'
import { member } from './reference-world.js'

const SIGNED_UP = JSON.parse(
  newMemberRecord({ id: '77', email: 'ann@example.com', firstName: 'Ann', lastName: 'Lee' }, new Date(0)),
) as object
const REPORTS = new URL('./reports/', import.meta.url)
const document = await productDocument('https://api.example.com')

t.test('reservations and journeys of the corpus', (t) => {
  const shape = documentedShape(document)
  for (const { segment } of RESERVATIONS) {
    const who = member()
    who.post(segment)
    shape.look(who)
  }
  for (const file of readdirSync(REPORTS).filter((name) => name.startsWith('journeys-')))
    for (const { homes, statements } of readCases(new URL(file, REPORTS))) {
      const who = member(homes)
      for (const statement of statements) who.post(statement)
      shape.look(who)
    }
  t.same([...shape.differences], [])
  t.ok(shape.looked.segments > 250 && shape.looked.trips > 100, JSON.stringify(shape.looked))
  t.end()
})

t.test('members with changes, cancellations, edits and removals', (t) => {
  const shape = documentedShape(document)
  for (let seed = 1; seed <= 6; seed++)
    for (const submissions of [journeys(seed, 3), withDatesOnly(journeys(seed, 3), seed)]) {
      const who = traveller(seed % 2 === 0 ? [] : ['JFK'])
      for (const { at, segment } of submissions) who.post(segment, { at })
      edit(who)
      shape.look(who)
    }
  t.same([...shape.differences], [])
  t.ok(shape.looked.events > 500, JSON.stringify(shape.looked))
  t.end()
})

/** Everything else that makes documents and events: edits of the member, accounts, the profile, withdrawals. */
function edit(who: Traveller): void {
  Object.assign(who.state.profile, SIGNED_UP, { homes: who.state.profile['homes'] })
  const [first, second, third] = who.trips().map(({ id }) => id) as [string, string, string | undefined]
  const segments = who.live().filter((one) => one.trip_id === first)
  who.edit({
    do: 'trip.update',
    trip: first,
    fields: { headline: 'Our trip', notes: ['Passport!'], personal: true },
  })
  who.edit({ do: 'trip.merge', trip: first, from: [second] })
  if (segments.length > 1) who.edit({ do: 'trip.split', trip: first, segments: [segments[0]!.id] })
  who.edit({ do: 'trip.create', trip: who.nextId(), fields: {}, segments: [segments.at(-1)!.id] })
  if (third !== undefined) who.edit({ do: 'trip.delete', trip: third })
  who.edit({ do: 'segment.set', segment: segments[0]!.id, fields: { notes: 'Aisle', confirmation_no: null } })
  who.edit({ do: 'segment.pin', segment: segments[0]!.id, trip: null })
  who.send('account', { source: 'airline_dl', account_id: '2039481123' }, { first: '900' })
  who.send('account', { remove: '900' })
  who.send('profile', { zip: '8001' })
  who.send('withdraw', { id: who.live()[0]!.id })
}
