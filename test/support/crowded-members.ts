/**
 * Members whose segments lie as close together as somebody can make them: for each way, the nth segment of any
 * number.
 */
import { flight, hotel, meeting } from './traveller.js'
import type { Segment } from './traveller.js'

type Crowd = (n: number) => Segment

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const BEGIN = Date.UTC(2026, 2, 2)

const time = (minutes: number): string => new Date(BEGIN + minutes * MINUTE).toISOString().slice(0, 16)
const date = (day: number): string => new Date(BEGIN + day * DAY).toISOString().slice(0, 10)

/** A word without a number, so that no two are one letter apart. */
export function madeUpWord(n: number): string {
  let text = ''
  for (let left = n * 7_919 + 1_000_003; left > 0; left = Math.floor(left / 23))
    text += 'bcdfghklmnpqrstvwxzaeiou'.charAt(left % 23) + 'aeiou'.charAt(left % 5)
  return text
}

const AIRPORTS = ['LHR', 'CDG', 'AMS', 'FRA', 'FCO', 'MXP', 'SIN', 'ORD', 'BOS', 'SFO']
const CITIES = ['London', 'Paris', 'Amsterdam', 'Rome', 'Milan', 'Boston', 'Chicago', 'Denver']
const at = <T>(list: readonly T[], n: number): T => list[n % list.length] as T

/** A flight from one airport of the list to the next. */
function hop(n: number, minutes: number, more: Segment = {}): Segment {
  const route = `${at(AIRPORTS, n)}-${at(AIRPORTS, n + 1)}`
  return flight(`DL${100 + (n % 900)}`, route, time(minutes), time(minutes + 90), more)
}

export const CROWDS: Record<string, Crowd> = {
  'meetings in one minute': (n) => meeting(madeUpWord(n), 'London', time(600), time(660)),
  'meetings in one minute, the last one first': (n) =>
    meeting(madeUpWord(100_000 - n * 3), 'London', time(600), time(660)),
  'meetings at other venues, some at none': (n) =>
    meeting(
      madeUpWord(n),
      'London',
      time(600 + (n % 10)),
      time(660),
      n % 40 === 0 ? {} : { venue: madeUpWord(n * 31) },
    ),
  'meetings on one day': (n) =>
    meeting(madeUpWord(n), 'London', time((n * 7) % 1440), time(((n * 7) % 1440) + 30)),
  'one meeting every quarter of an hour': (n) =>
    meeting('Standup of everybody', 'London', time(n * 15), time(n * 15 + 15)),
  'one meeting, reported again and again': (n) =>
    meeting('Standup of everybody', 'London', time(600), time(660), { notes: madeUpWord(n) }),
  'meetings at home': (n) => meeting(madeUpWord(n), 'New York', time(n * 3), time(n * 3 + 30)),
  'stays in one hotel under many locators': (n) =>
    hotel('Marriott Downtown', 'London', date(3), date(6), { confirmation_no: `HX${madeUpWord(n)}` }),
  'hotels of one city on the same nights': (n) =>
    hotel(`${madeUpWord(n)} ${madeUpWord(n + 9_999)}`, 'London', date(3), date(6)),
  'stays in one hotel that overlap': (n) =>
    hotel('Marriott Downtown', 'London', date(n % 200), date((n % 200) + 3 + Math.floor(n / 200))),
  'hotels without a journey': (n) =>
    hotel(`${madeUpWord(n)} House`, at(CITIES, n), date(n), date(n + 1), {
      confirmation_no: `HX${madeUpWord(n)}`,
    }),
  'hotels at home': (n) =>
    hotel(`${madeUpWord(n)} House`, 'New York', date(n), date(n + 1), {
      confirmation_no: `HX${madeUpWord(n)}`,
    }),
  'flights of one route at one time': (n) =>
    flight(`DL${n + 1}`, 'JFK-LHR', time(600 + n * 6), time(1020 + n * 6)),
  'one flight under many locators': (n) =>
    flight('DL42', 'JFK-LHR', time(600), time(1020), { confirmation_no: `AX${madeUpWord(n)}` }),
  'one flight, moved again and again': (n) =>
    flight('DL42', 'JFK-LHR', time(600 + (n % 300)), time(1020 + (n % 300)), { confirmation_no: 'ABCDEF' }),
  'one locator for everything': (n) => hop(n, n * 400, { confirmation_no: 'ABCDEF' }),
  'one traveller who never comes home': (n) =>
    hop(n, n * 200, { first_name: 'Ann', last_name: 'Lee', confirmation_no: `AX${madeUpWord(n)}` }),
  'travellers of many names at once': (n) =>
    flight(`DL${100 + n}`, `JFK-${at(AIRPORTS, n)}`, time(600 + (n % 97) * 9), time(1200 + (n % 97) * 9), {
      first_name: madeUpWord(n),
      last_name: madeUpWord(n * 17 + 5),
      confirmation_no: `AX${madeUpWord(n)}`,
    }),
  'cancellations that match nothing': (n) =>
    hop(n, n * 200, { status: 'Cancelled', confirmation_no: madeUpWord(n) }),
  'cancellations by locator': (n) => ({
    type: 'Air',
    source: 'airline_dl',
    status: 'Cancelled',
    confirmation_no: `AX${madeUpWord(n)}`,
  }),
  'cars of one day': (n) => ({
    type: 'Car',
    source: 'ota',
    car_company: at(['Hertz', 'Avis', 'Sixt', madeUpWord(n)], n),
    pickup_location: 'LHR',
    pickup_datetime: time((n * 11) % 1440),
    dropoff_datetime: time(4_000 + ((n * 7) % 1440)),
  }),
  'tables of one evening': (n) => ({
    type: 'Restaurant',
    source: 'ota',
    restaurant_name: madeUpWord(n),
    city_name: 'London',
    start_datetime: time(1_140 + (n % 20)),
  }),
  'trains of one morning': (n) => ({
    type: 'Rail',
    source: 'rail_db',
    rail_line: 'ICE',
    train_num: String(n + 1),
    origin: 'London',
    destination: 'Paris',
    departure_datetime: time(600 + (n % 300)),
    arrival_datetime: time(800 + (n % 300)),
  }),
}

/** Segments of several crowds in turn. */
export function interleaved(names: readonly string[]): Crowd {
  const crowds = names.map((name) => CROWDS[name] as Crowd)
  return (n) => at(crowds, n)(Math.floor(n / crowds.length))
}
