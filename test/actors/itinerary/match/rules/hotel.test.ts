/** Matching hotels across sources (RULES 3.3.2 and 8). */
import t from 'tap'
import { hotel, nameOf, traveller } from '../../../../support/traveller.js'

t.test('case 22: a hotel reported by an agency and by the chain', async (t) => {
  const ann = traveller()
  ann.post(
    hotel('ROME MARRIOTT GRAND HTL', 'Roma', '2026-03-02', '2026-03-05', {
      source: 'ota',
      confirmation_no: '99887766',
    }),
  )
  ann.post(
    hotel('Rome Marriott Grand Hotel', 'Rome', '2026-03-02', '2026-03-05', { confirmation_no: '11223344' }),
  )
  t.equal(ann.segments().length, 1)
})

t.test('case 23: two rooms in one hotel', async (t) => {
  const ann = traveller()
  ann.post(hotel('Rome Marriott', 'Rome', '2026-03-02', '2026-03-05', { confirmation_no: '11223344' }))
  ann.post(hotel('Rome Marriott', 'Rome', '2026-03-02', '2026-03-05', { confirmation_no: '55667788' }))
  t.equal(ann.segments().length, 1)
  t.equal(ann.segments()[0]?.bookings.length, 2)
})

t.test('case 24: two stays back to back in one hotel', async (t) => {
  const ann = traveller()
  ann.post(hotel('Rome Marriott', 'Rome', '2026-03-02', '2026-03-05', { confirmation_no: '11223344' }))
  ann.post(hotel('Rome Marriott', 'Rome', '2026-03-05', '2026-03-07', { confirmation_no: '55667788' }))
  t.equal(ann.segments().length, 2)
  t.equal(ann.trips().length, 1)
})

t.test('case 25: two hotels of one chain on the same nights', async (t) => {
  const ann = traveller()
  ann.post(
    hotel('Courtyard by Marriott Rome Airport', 'Rome', '2026-03-02', '2026-03-05', {
      confirmation_no: '11223344',
    }),
  )
  ann.post(
    hotel('Courtyard by Marriott Rome Downtown', 'Rome', '2026-03-02', '2026-03-05', {
      confirmation_no: '55667788',
    }),
  )
  t.equal(ann.segments().length, 2)
})

t.test('case 25: hotels of two brands with similar names', async (t) => {
  for (const [name, other] of [
    ['Holiday Inn Express Rome', 'Holiday Inn Rome'],
    ['The Ritz-Carlton, Rome', 'The Ritz Rome'],
  ] as const) {
    const ann = traveller(['JFK'], { restoring: true })
    ann.post(hotel(name, 'Rome', '2026-03-02', '2026-03-05', { source: 'ota', confirmation_no: '11223344' }))
    ann.post(hotel(other, 'Rome', '2026-03-02', '2026-03-05', { confirmation_no: '55667788' }))
    t.equal(ann.live().length, 2)
    t.ok(ann.live().every((doc) => (doc.possible_duplicate_of as string[]).length === 1))
    ann.post(
      hotel(other, 'Rome', '2026-03-02', '2026-03-05', { confirmation_no: '55667788', status: 'Cancelled' }),
    )
    t.same(ann.live().map(nameOf), [name], 'the other stay is still live')
  }
})

t.test('a brand that one source omits makes no other hotel under one locator', async (t) => {
  const ann = traveller()
  ann.post(
    hotel('Holiday Inn Express Rome', 'Rome', '2026-03-02', '2026-03-05', { confirmation_no: '11223344' }),
  )
  ann.post(
    hotel('Holiday Inn Rome', 'Rome', '2026-03-02', '2026-03-05', {
      source: 'ota',
      confirmation_no: '11223344',
    }),
  )
  t.equal(ann.segments().length, 1)
})

t.test('case 26: the same hotel on the way out and back', async (t) => {
  const ann = traveller()
  ann.post(hotel('Rome Marriott', 'Rome', '2026-03-02', '2026-03-03', { confirmation_no: '11223344' }))
  ann.post(hotel('Rome Marriott', 'Rome', '2026-03-08', '2026-03-09', { confirmation_no: '55667788' }))
  t.equal(ann.segments().length, 2)
})
