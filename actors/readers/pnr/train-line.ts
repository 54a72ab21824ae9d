/** Trains as Amadeus displays them: `TRN 2C  87    6628 AF 26NOV 4 FRLPD FRPLY HK1   1800  2007`. */
import { railwayOf } from './air-line.js'
import { arrivalOf } from './arrival.js'
import { isPassive, refuse, withValue } from './segment-line.js'
import type { LineReading } from './segment-line.js'
import { DAY, wall, writtenDay } from './written-day.js'

const TRAIN = new RegExp(
  '^ {1,3}(?<railway>[A-Z\\d]{2}) {1,5}(?:\\d{1,3} {1,6})?(?<train>[A-Z]{0,3}\\d{1,6}) {1,4}(?:(?<class>[A-Z]{1,2}\\d?) {1,4})?' +
    `(?<day>${DAY})(?: (?<weekday>[1-7MTWQFJS]))?[ *]{1,4}(?<from>[A-Z]{5}|[A-Z]{3})[ /-]{0,3}(?<to>[A-Z]{5}|[A-Z]{3}) {1,4}` +
    '(?<status>[A-Z]{2}) ?(?<count>\\d{1,3})(?![\\d:APNM])(?<rest>.*)$',
)

/** @param text what follows TRN */
export function trainLine(number: number | null, text: string, continued: readonly string[]): LineReading {
  const parts = TRAIN.exec(text)?.groups
  if (parts === undefined)
    return refuse(
      null,
      'The TRN line does not have the train, date, stations and status in the usual positions.',
    )
  const { railway, train, day, weekday, from, to, status, count, rest } = parts
  const name = stationNames(continued)
  return {
    number,
    start: writtenDay(day!, weekday),
    isPassive: isPassive(status!),
    build: (start, problems) => {
      const { departure, arrival, problem } = arrivalOf(rest!, start)
      if (problem !== null) problems.push(problem)
      return {
        type: 'Rail',
        rail_line: railwayOf(railway!),
        train_number: train,
        origin: name.get(from!) ?? from,
        destination: name.get(to!) ?? to,
        origin_code: from,
        destination_code: to,
        departure_datetime: wall(start, departure),
        ...(arrival !== null && { arrival_datetime: wall(arrival.day, arrival.time) }),
        ...withValue('class_of_service', parts['class']),
        number_of_pax: Number(count),
        gds_status: status,
      }
    },
  }
}

/** `FRLPD/LYON PART DIEU//FRPLY/PARIS GARE LYON` */
const stationNames = (continued: readonly string[]): Map<string, string> =>
  new Map(
    continued.flatMap((line) =>
      line.split('//').flatMap((pair): Array<[string, string]> => {
        const [, code, name] = /^ {0,12}([A-Z]{5}|[A-Z]{3})\/([A-Z][A-Z .'-]{1,60})/.exec(pair) ?? []
        return code === undefined ? [] : [[code, name!.trim()]]
      }),
    ),
  )
