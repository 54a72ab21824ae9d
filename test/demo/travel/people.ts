/** The members of the demo: invented names, and a home at an airport of the timetable. */
import type { Random } from './random.js'
import type { DemoAirport, Timetable } from './timetable.js'

export interface Person {
  index: number
  first: string
  last: string
  title: 'MR' | 'MRS'
  home: DemoAirport
  /** How often the person travels, and how. */
  habit: 'seldom' | 'regular' | 'frequent' | 'commuter'
}

const WOMEN = (
  'Alma, Bea, Carla, Dora, Elif, Freya, Greta, Hanna, Ines, Jolanda, Keiko, Lucia, ' +
  'Maren, Noor, Olga, Priya, Rosa, Selma, Tilda, Vera'
).split(', ')
const MEN = (
  'Anton, Bruno, Carlos, David, Emil, Farid, Georg, Hugo, Ivan, Jonas, Kenji, Lars, ' +
  'Mateo, Niels, Oskar, Pablo, Rafael, Stefan, Tariq, Viktor'
).split(', ')
const FAMILIES = (
  'Ackermann, Berger, Castell, Dahl, Engström, Ferrer, Grünwald, Holm, Iversen, ' +
  'Jansen, Kovář, Lindqvist, Moreau, Nakagawa, Okonjo, Petrov, Quirke, Rossi, ' +
  "Sørensen, Tanner, Ueda, Vogel, Whitlock, Ximenes, Yilmaz, Zeller, O'Dell, " +
  'van der Meer, Dupont-Leroy, García'
).split(', ')

/** A random person. Airports with more departures are more likely homes. */
export function person(index: number, timetable: Timetable, random: Random): Person {
  const isWoman = random.chance(0.5)
  const first = random.pick(isWoman ? WOMEN : MEN)
  const home = random.pick(timetable.scheduled).origin
  const habit = random.weighted([
    ['seldom', 3],
    ['regular', 4],
    ['frequent', 2],
    ['commuter', 1],
  ] as const)
  return { index, first, last: random.pick(FAMILIES), title: isWoman ? 'MRS' : 'MR', home, habit }
}
