/** RULES N5: the town in an address of one line, and in a station's name with words that only say "station". */
import t from 'tap'
import { places } from '../../../support/world.js'
import type { Place } from '../../../../actors/itinerary/places/place.js'

const shown = (place: Place | null): string | null => {
  const spot = place?.spots[0]
  return spot === undefined ? null : `${spot.city ?? ''}, ${spot.admin ?? ''}, ${spot.country ?? ''}`
}

t.test('N5 address lines', (t) => {
  const lines: Array<[line: string, expected: string | null, country?: string]> = [
    ['Avenue du Boulevard 17, Paris, FR', 'Paris, 11, FR'],
    ['1 Example Street, Amsterdam, 1011 AB, Netherlands', 'Amsterdam, 07, NL'],
    ['Marienplatz 2, 80331 München, Germany', 'Munich, 02, DE'],
    ['10 Downing Street, London SW1A 2AA', 'London, ENG, GB'],
    ['100 Main St, Springfield, MA 01103', 'Springfield, MA, US'],
    ['Strada 1578 - London - Milano, 20121', 'Milan, 09, IT'],
    ['RUE DES GRAVELLES 75001 PARIS', 'Paris, 11, FR'],
    ['Example Venue 1 Example Street London', 'London, ENG, GB'],
    ['Strand 1, Hoek van Holland', 'Hoek van Holland, 11, NL', 'NL'],
    // A street that is called after a town is not in it.
    ['12 Rue de Paris', null],
    ['Via Roma 5', null],
    ['Piazza Roma', null],
    // A village without a country may be anywhere.
    ['Strand 1, Hoek van Holland', null],
  ]
  for (const [line, expected, country] of lines)
    t.equal(shown(places.address(line, country ?? null)), expected, line)
  t.end()
})

t.test('N5 a town below 15,000 inhabitants with words that mean a station', (t) => {
  t.equal(shown(places.station('Hoek van Holland Bahnhofplatz', null)), 'Hoek van Holland, 11, NL')
  t.end()
})

t.test('N5 a short name with another first letter is another name', (t) => {
  t.equal(shown(places.station('Miamy', null)), 'Miami, FL, US')
  t.equal(places.station('Tmiami', null), null)
  t.end()
})
