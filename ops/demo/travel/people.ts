/** The demo's members: names out of two lists, a home at an airport of the timetable. Nobody real. */
import type { Random } from './random.js'
import type { DemoAirport, Timetable } from './timetable.js'

export interface Person {
  index: number
  first: string
  last: string
  title: 'MR' | 'MRS'
  home: DemoAirport
  /** How often they travel and how. */
  habit: 'seldom' | 'regular' | 'frequent' | 'commuter'
}

const WOMEN = [
  'Alma',
  'Bea',
  'Carla',
  'Dora',
  'Elif',
  'Freya',
  'Greta',
  'Hanna',
  'Ines',
  'Jolanda',
  'Keiko',
  'Lucia',
  'Maren',
  'Noor',
  'Olga',
  'Priya',
  'Rosa',
  'Selma',
  'Tilda',
  'Vera',
]
const MEN = [
  'Anton',
  'Bruno',
  'Carlos',
  'David',
  'Emil',
  'Farid',
  'Georg',
  'Hugo',
  'Ivan',
  'Jonas',
  'Kenji',
  'Lars',
  'Mateo',
  'Niels',
  'Oskar',
  'Pablo',
  'Rafael',
  'Stefan',
  'Tariq',
  'Viktor',
]
const FAMILIES = [
  'Ackermann',
  'Berger',
  'Castell',
  'Dahl',
  'Engström',
  'Ferrer',
  'Grünwald',
  'Holm',
  'Iversen',
  'Jansen',
  'Kovář',
  'Lindqvist',
  'Moreau',
  'Nakagawa',
  'Okonjo',
  'Petrov',
  'Quirke',
  'Rossi',
  'Sørensen',
  'Tanner',
  'Ueda',
  'Vogel',
  'Whitlock',
  'Ximenes',
  'Yilmaz',
  'Zeller',
  "O'Dell",
  'van der Meer',
  'Dupont-Leroy',
  'García',
]

/** One person, decided by the dice alone. Homes are likelier at airports with many departures. */
export function person(index: number, timetable: Timetable, chance: Random): Person {
  const woman = chance.chance(0.5)
  const first = chance.pick(woman ? WOMEN : MEN)
  const home = chance.pick(timetable.legs).origin
  const habit = chance.weighted([
    ['seldom', 3],
    ['regular', 4],
    ['frequent', 2],
    ['commuter', 1],
  ] as const)
  return { index, first, last: chance.pick(FAMILIES), title: woman ? 'MRS' : 'MR', home, habit }
}
