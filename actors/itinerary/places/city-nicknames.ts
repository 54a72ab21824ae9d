/** RULES N5: other names of large cities: short, foreign, nicknames. The city rows have more. */
import NICKNAMES from '../../../schemas/data/city-nicknames.json' with { type: 'json' }
import { entriesByAlias } from '../lib/word-tables.js'

/** A city by its name in comparison form and ISO country. */
export interface Nicknamed {
  name: string
  country: string
}

const CITIES: ReadonlyMap<string, Nicknamed> = new Map(
  Object.entries(NICKNAMES).flatMap(([country, table]) =>
    [...entriesByAlias(table, ', ')].map(([alias, name]): [string, Nicknamed] => [alias, { name, country }]),
  ),
)

/** The city that a name in comparison form stands for; undefined if it is no nickname. */
export function nicknamed(name: string): Nicknamed | undefined {
  return CITIES.get(name)
}
