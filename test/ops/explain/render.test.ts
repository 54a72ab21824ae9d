/** `--explain` says why a trip begins, ends and is called so, in sentences that a support agent can read out. */
import t from 'tap'
import { renderItinerary } from '../../../ops/explain/render.js'
import { flight, hotel, meeting, traveller } from '../../support/traveller.js'
import type { Segment, Traveller } from '../../support/traveller.js'
import { home } from '../../support/world.js'

const out = flight('BA304', 'LHR-CDG', '2026-01-20T07:30', '2026-01-20T09:45')
const back = flight('BA323', 'CDG-LHR', '2026-01-24T18:10', '2026-01-24T18:35')
const stay = hotel('Plaza Paris', 'Paris', '2026-01-20', '2026-01-24')

/** The sentences above the segments: of the member, then of each trip. */
function sentencesOf({ state }: Traveller): string[] {
  return renderItinerary(state)
    .split('\n')
    .filter((line) => /^(\s\s)?[A-Z].*\(\d+\.\d+(\.\d+)?\)$/.test(line))
    .map((line) => line.trim())
}

const explained = (homes: Parameters<typeof traveller>[0], segments: Segment[]): string[] => {
  const ann = traveller(homes)
  ann.post(segments)
  return sentencesOf(ann)
}

t.test('5.2, 5.8.8, 5.1, 6.5 a round trip from a given home', (t) => {
  t.same(explained([home('LHR')], [out, stay, back]), [
    'Home is London, as the member has given it. (5.2)',
    'The trip begins on 20 January 2026 at 07:30 in London, because the flight BA304 leaves the home area there. (5.8.8)',
    'It ends on 24 January 2026 at 18:35 in London, because the flight BA323 comes back to the home area there. (5.1)',
    'It is called "Paris, January 2026", because all of its 4 nights are there. (6.5)',
  ])
  t.end()
})

t.test('5.2.1 an inferred home says what it was inferred from', (t) => {
  const trips = ['2026-01', '2026-03', '2026-05'].flatMap((month): Segment[] => [
    flight('BA304', 'LHR-CDG', `${month}-10T07:30`, `${month}-10T09:45`),
    flight('BA323', 'CDG-LHR', `${month}-14T18:10`, `${month}-14T18:35`),
  ])
  t.match(
    explained([], trips)[0],
    /^No home is given\. It is taken to be London, because 3 of 6 .* \(5\.2\.1\)$/,
  )
  t.equal(
    explained([], [meeting('Lunch', 'Paris', '2026-01-20T12:00', '2026-01-20T13:00')])[0],
    'No home is given, and there is too little travel to infer one, so a journey counts as over where it began. (5.2.2)',
  )
  t.end()
})

t.test('5.2.4 inferred homes in turn are named with their days, and the last one is stored', (t) => {
  const trips = (place: string, months: string[]): Segment[] =>
    months.flatMap((month) => [
      flight('BA304', `${place}-CDG`, `${month}-10T07:30`, `${month}-10T13:45`),
      flight('BA323', `CDG-${place}`, `${month}-14T18:10`, `${month}-14T23:35`),
    ])
  const ann = traveller([])
  ann.post([
    ...trips('LHR', ['2026-01', '2026-02']),
    flight('BA1', 'LHR-FCO', '2026-03-02T10:00', '2026-03-02T13:30'),
    ...trips('FCO', ['2026-05', '2026-07']),
  ])
  t.equal(
    sentencesOf(ann)[0],
    'No home is given. It is taken to be London, then Rome from 2 March 2026, because journeys begin and end there in turn. (5.2.4)',
  )
  t.match(ann.stored.head, '"city":"Rome"')
  t.end()
})

t.test('5.2.2 a round trip without a known home', (t) => {
  const ann = traveller([])
  ann.post([out, stay, back])
  t.same(sentencesOf(ann).slice(0, 3), [
    'No home is given, and there is too little travel to infer one, so a journey counts as over where it began. (5.2.2)',
    'The trip begins on 20 January 2026 at 07:30 in London, because the flight BA304 leaves from there, and the ' +
      'journey comes back there at its end. (5.2.2)',
    'It ends on 24 January 2026 at 18:35 in London, because the flight BA323 comes back to where the trip began. ' +
      '(5.2.2)',
  ])
  t.match(
    renderItinerary(ann.state),
    /why +It leaves the place to which the journey comes back at its end, and a new trip begins\. \(5\.2\.2\)/,
  )
  t.match(
    renderItinerary(ann.state),
    /why +It brings the traveller back to where the trip began, and the trip ends\. \(5\.2\.2\)/,
  )
  t.end()
})

t.test('5.8.10, 5.15, 5.10.3 trips without a way out or back, and a stay at home', (t) => {
  const [, begin, end] = explained(
    [home('LHR')],
    [flight('BA99', 'ORD-BOS', '2026-01-20T07:30', '2026-01-20T11:00')],
  )
  t.equal(
    begin,
    'The trip begins on 20 January 2026 at 07:30 in Chicago, because the flight BA99 is the first part that is ' +
      'known; how the traveller got there is not. (5.8.10)',
  )
  t.equal(
    end,
    'It ends on 20 January 2026 at 11:00 in Boston, because the flight BA99 is the last part that is known, and ' +
      'no journey home follows. (5.15)',
  )
  const staycation = explained([home('LHR')], [hotel('Plaza London', 'London', '2026-01-20', '2026-01-22')])
  t.match(
    staycation[1],
    /because the stay at Plaza London begins, a stay at home without a journey\. \(5\.10\.3\)$/,
  )
  t.match(staycation[3], /because it is a stay at home without a journey\. \(6\.5\)$/)
  t.end()
})

t.test('6.5 the name of several cities, of an event and of a day trip', (t) => {
  const several = explained(
    [home('LHR')],
    [
      flight('BA1', 'LHR-CDG', '2026-01-20T07:30', '2026-01-20T09:45'),
      hotel('Plaza Paris', 'Paris', '2026-01-20', '2026-01-23'),
      flight('AF2', 'CDG-FCO', '2026-01-23T07:30', '2026-01-23T09:45'),
      hotel('Plaza Rome', 'Rome', '2026-01-23', '2026-01-24'),
      flight('BA3', 'FCO-LHR', '2026-01-24T07:30', '2026-01-24T09:45'),
    ],
  )
  t.match(several.at(-1), /because it stops at Paris \(3 nights\) and Rome \(1 night\)\. \(6\.5\)$/)
  const fair = meeting('World Fair', 'Paris', '2026-01-20T12:00', '2026-01-24T12:00')
  t.match(
    explained([home('LHR')], [out, fair, back]).at(-1),
    /this event takes more than half of the trip\. \(6\.5\)$/,
  )
  const day = explained(
    [home('LHR')],
    [out, flight('BA323', 'CDG-LHR', '2026-01-20T18:10', '2026-01-20T18:35')],
  )
  t.match(day.at(-1), /because that is where it goes, without a night\. \(6\.5\)$/)
  t.end()
})

t.test('6.1, 5.16 what the traveller has chosen is said to be chosen', (t) => {
  const ann = traveller([home('LHR')])
  ann.post([out, back])
  const [trip] = ann.trips()
  ann.edit({
    do: 'trip.update',
    trip: trip?.id ?? '',
    fields: { headline: 'Honeymoon', end_datetime: '2026-01-25T12:00:00' },
  })
  const sentences = sentencesOf(ann)
  t.match(
    sentences[2],
    /^It ends on 25 January 2026 at 12:00, because the traveller has set this date\. \(5\.16\)$/,
  )
  t.equal(sentences[3], 'It is called "Honeymoon", because the traveller has chosen this name. (6.1)')
  t.end()
})

t.test('5 every segment says why it is there, without ids', (t) => {
  const ann = traveller([home('LHR')])
  ann.post([out, stay, back, meeting('Lunch', 'London', '2026-02-20T12:00', '2026-02-20T13:00')])
  const why = renderItinerary(ann.state)
    .split('\n')
    .filter((line) => line.trim().startsWith('why'))
    .map((line) => line.trim().replace(/^why\s+/, ''))
  t.same(why, [
    'It leaves the home area, and a new trip begins. (5.8.8)',
    'It is a stay while the traveller is away. (5.9.3)',
    'It brings the traveller back to the home area, and the trip ends. (5.1)',
    'It is in no trip: it happens at home, or where no trip has the traveller at that time. (5.12)',
  ])
  t.end()
})

t.test('5.8.10, 5.11 the first known part of a journey, and a car rented at home', (t) => {
  const lost = traveller([home('LHR')])
  lost.post(flight('BA99', 'ORD-BOS', '2026-01-20T07:30', '2026-01-20T11:00'))
  t.match(
    renderItinerary(lost.state),
    /why +It is the first part of the journey that is known; how the traveller got there is not\. \(5\.8\.10\)/,
  )
  const driver = traveller([home('JFK')])
  const car = {
    type: 'Car',
    source: 'car_hertz',
    car_company: 'Hertz',
    pickup_location: 'JFK',
    pickup_datetime: '2026-01-20T09:00',
    dropoff_datetime: '2026-01-22T18:00',
  }
  driver.post([car, hotel('Plaza Boston', 'Boston', '2026-01-20', '2026-01-22')])
  t.match(
    renderItinerary(driver.state),
    /It is a stay away from home, reached by the rented car\. \(5\.9\.3\)/,
  )
  t.match(sentencesOf(driver)[2], /the rental car from Hertz, rented at home, is returned then\. \(5\.11\)$/)
  t.end()
})
