/** Merged values and names (RULES N4, 3.5 and 8). */
import t from 'tap'
import { mayBeSamePerson } from '../../../../actors/itinerary/match/same-person.js'
import { person } from '../../../../schemas/itinerary/person.js'
import { normaliseLocator } from '../../../../schemas/base/locator.js'

t.test('case 58: one person in three spellings', async (t) => {
  const names = [
    person(null, null, 'SMITH/JOHNMR'),
    person(null, null, 'John A. Smith'),
    person('J', 'Smith'),
  ]
  for (const a of names) for (const b of names) t.ok(mayBeSamePerson(a, b))
  t.notOk(mayBeSamePerson(person('Ann', 'Smith'), person('John', 'Smith')))
})

t.test('locators', async (t) => {
  t.equal(normaliseLocator('abc-234'), 'ABC234')
  t.equal(normaliseLocator('PNR: ABC234'), 'ABC234')
  t.equal(normaliseLocator('Confirmation # 12345678'), '12345678')
  for (const none of ['', 'TBA', 'n/a', 'AB1', 'Pending', null]) t.equal(normaliseLocator(none), null)
})

t.test('names in the spellings of passports and reservation systems', async (t) => {
  for (const [a, b] of [
    [person('Jürgen', 'Müller'), person('JUERGEN', 'MUELLER')],
    [person('Anna', 'Smith-Jones'), person('ANNA', 'SMITHJONES')],
    [person('Jan', 'van den Berg'), person(null, 'VANDENBERG/JAN')],
    [person(null, null, 'Jan van den Berg'), person('JAN', 'VANDENBERG')],
    [person('Søren', 'Sørensen'), person('SOEREN', 'SOERENSEN')],
    [person('Иван', 'Иванов'), person('IVAN', 'IVANOV')],
    [person('Юлия', 'Щукина'), person('YULIYA', 'SHCHUKINA')],
  ])
    t.ok(mayBeSamePerson(a ?? null, b ?? null), `${a?.family} ${b?.family}`)
  t.notOk(mayBeSamePerson(person('Jan', 'Berg'), person('Jan', 'van den Berg')))
})
