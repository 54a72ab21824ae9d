/** Which system a display is from. What all of them write is read alike, so that this decides the source alone. */
import { DAY, WEEKDAY_PAIR } from './written-day.js'

/** Ids of sources (db/seed/data/sources.txt). */
const [AMADEUS, SABRE, GALILEO, APOLLO, WORLDSPAN] = [
  'amadeus',
  'sabre',
  'travelport_galileo',
  'travelport_apollo',
  'travelport_worldspan',
]
const UNKNOWN = 'gds_agency'

/** Columns that tell the systems apart. */
const LONGEST = 120
const TIME = '\\d{3,4}[APNM]?'
const AUXILIARY = '(?:HHL|HTL|CCR|CAR|TUR|OTH)'

/** Forms of lines, and the systems that write them. */
const FORMS: ReadonlyArray<[string, readonly string[]]> = [
  ['^RP/', [AMADEUS]],
  [`\\d[A-Z]? {1,2}[A-Z] ${DAY} [1-7][ *][A-Z]{6}`, [AMADEUS]],
  ['\\*1A/E\\*|^ {0,4}\\d{0,2} ?TRN | (?:HTL|CAR|MIS|TUR) 1A ', [AMADEUS]],
  [` E  [A-Z\\d]{2}[/.][A-Z\\d]{5,6}(?: |$)|HHL .* IN${DAY} OUT${DAY}`, [AMADEUS]],
  [`\\d[A-Z]{1,2} {0,2}${DAY}[ *](?:[1-7]|[MTWQFJS])(?:\\*| )`, [SABRE]],
  [`/DC[A-Z\\d]{2}| ${AUXILIARY} [A-Z\\d]{2} ${DAY} [MTWQFJS] |^[A-Z\\d]{3,4}\\.[A-Z\\d]{3,4}\\*`, [SABRE]],
  [`^1P-|${DAY} ${WEEKDAY_PAIR} [A-Z]{6}| /O(?: |$)`, [WORLDSPAN]],
  [`^ {0,2}\\d{1,2}\\. (?:[A-Z\\d]{2} {1,4}\\d{1,4} [A-Z] |${AUXILIARY} )`, [GALILEO]],
  [`${TIME} {1,2}[#*-] ?${TIME}|[A-Z]{2}\\d{1,2} .*${TIME} O[* ]`, [GALILEO]],
  [
    `^ {0,2}\\d{1,2} [A-Z\\d]{2} {0,3}\\d{1,4}[A-Z] ${DAY} [A-Z]{6} .* ${WEEKDAY_PAIR}(?:/${WEEKDAY_PAIR})?(?: |$)`,
    [APOLLO],
  ],
  [`${TIME} ?\\|`, [APOLLO]],
  [`^ {0,2}\\d{1,2} (?:HHL|CCR) [A-Z\\d]{2} [A-Z]{2}\\d{1,2} {1,2}[A-Z]{3} ${DAY} ?-`, [APOLLO, WORLDSPAN]],
  ['^[A-Z\\d]{6}/[A-Z\\d]{2} .* AG \\d{8} ', [GALILEO, APOLLO]],
]
const PATTERNS = FORMS.map(([form, systems]) => [new RegExp(form), systems] as const)

/** @param lines header and itinerary of one display @returns id of a source, that of any system if it is not clear */
export function systemOf(lines: readonly string[]): string {
  let possible: readonly string[] | null = null
  for (const line of lines.map((whole) => whole.slice(0, LONGEST)))
    for (const [pattern, systems] of PATTERNS)
      if (pattern.test(line)) possible = (possible ?? systems).filter((one) => systems.includes(one))
  return possible?.length === 1 ? possible[0]! : UNKNOWN
}
