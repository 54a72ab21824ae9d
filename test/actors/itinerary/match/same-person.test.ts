/** RULES N4: which names are one traveller's. */
import t from 'tap'
import { areDifferentPeople, mayBeSamePerson } from '../../../../actors/itinerary/match/same-person.js'
import { person } from '../../../../schemas/itinerary/person.js'
import type { Person } from '../../../../schemas/itinerary/person.js'

/** `Given Family` with the family name in capitals: `Ana MARIA LOPEZ`. */
const named = (name: string): Person => {
  const words = name.split(' ')
  const family = words.filter((word) => word === word.toUpperCase() && word.length > 1)
  return person(words.filter((word) => !family.includes(word)).join(' '), family.join(' ')) as Person
}

const ONE: ReadonlyArray<[string, string]> = [
  ['John SMITH', 'Jon SMITH'],
  ['Anna SMITH', 'Ana SMITH'],
  ['Sarah LEE', 'Srah LEE'],
  ['Jonathan LEE', 'Jonathon LEE'],
  ['Thomas BECKER', 'Thomsa BECKER'],
  ['Erik BERG', 'Eric BERG'],
  ['Catherine BERG', 'Katherine BERG'],
  ['John SMITH', 'John SMYTH'],
  ['J SMITH', 'John SMYTH'],
  ['Ann LEE', 'Ann LEA'],
  ['Konqi DRACHE', 'Konqui DRACCHE'],
  ['Ann LEE', 'Lee ANN'],
  ['Gabriel GARCIA MARQUEZ', 'Gabriel Garcia MARQUEZ'],
  ['Gabriel GARCIA MARQUEZ', 'Garcia Marquez GABRIEL'],
  ['Anna Maria LOPEZ', 'Maria Anna LOPEZ'],
]
const TWO: ReadonlyArray<[string, string]> = [
  ['Ann LEE', 'Dan LEE'],
  ['Tim LEE', 'Tom LEE'],
  ['Tim LEE', 'Kim LEE'],
  ['Jan LEE', 'Jon LEE'],
  ['Maria LOPEZ', 'Mario LOPEZ'],
  ['Julia LOPEZ', 'Julie LOPEZ'],
  ['Molly LEE', 'Holly LEE'],
  ['Ann LEE', 'Bob RAY'],
  ['Ann LEE', 'Bea LEA'],
  ['Jan KOWALSKI', 'Jana KOWALSKA'],
  ['Aleksandr PETROV', 'Aleksandra PETROVA'],
  ['Marco LOPES', 'Marcio LOPEZ'],
  ['Nelson KAM', 'Neilson KALM'],
  ['J LEE', 'John LEA'],
]

t.test('a letter more, less, swapped or replaced, and another order of the words', async (t) => {
  for (const [a, b] of ONE)
    for (const [left, right] of [
      [a, b],
      [b, a],
    ] as const)
      t.ok(mayBeSamePerson(named(left), named(right)), `${left}, ${right}`)
})

t.test('two people of one family, and people with names of few letters', async (t) => {
  for (const [a, b] of TWO)
    for (const [left, right] of [
      [a, b],
      [b, a],
    ] as const)
      t.notOk(mayBeSamePerson(named(left), named(right)), `${left}, ${right}`)
})

t.test('somebody else for certain has neither name in common', async (t) => {
  t.ok(areDifferentPeople(named('Ann LEE'), named('Bob RAY')))
  for (const other of ['Ann RAY', 'Bob LEE', 'Bob LEE-RAY', 'RAY', 'Ann LEA'])
    t.notOk(areDifferentPeople(named('Ann LEE'), named(other)), other)
})
