/** Spellings of hotel names in different sources (RULES 3.3.2). */
import t from 'tap'
import { cityWords, compareHotels } from '../../../../actors/itinerary/match/hotel-names.js'
import { comparisonForm } from '../../../../schemas/base/text.js'

const compare = (a: string, b: string, city = 'Boston'): string =>
  compareHotels(comparisonForm(a), comparisonForm(b), cityWords(city))

t.test('joined words are the same words', async (t) => {
  t.equal(compare('ibis Boston Central Station', 'IBIS BOSTON CENTRALSTATION'), 'same')
  t.equal(compare('COURTYARDBY MARRIOTT BOSTON PARK', 'Courtyard by Marriott Boston Park'), 'same')
  t.equal(compare('HotelBellevue Boston', 'Hotel Bellevue Boston'), 'same')
  t.equal(compare('Hyatt PlaceBoston Old Town', 'Hyatt Place Boston Old Town'), 'same')
})

t.test('a misspelt word that is often abbreviated', async (t) => {
  t.equal(compare('Hotel Sofitel Boston City Cenre', 'Sofitel Boston City Centre'), 'same')
  t.equal(compare('Moxy Boston City entre', 'Moxy Boston City Centre'), 'same')
})

t.test('a letter missing in a short word, if all others are the same', async (t) => {
  t.equal(compare('Radisson Bu Boston Park', 'Radisson Blu Boston Park'), 'same')
  t.equal(compare('The Old Mill nn Boston', 'The Old Mill Inn Boston'), 'same')
  t.equal(compare('GASTHOF OST BOSTON', 'Gasthof Post Boston'), 'same')
  t.equal(compare('Hilton Boston N', 'Hilton Boston S'), 'other')
})

t.test('hotels of one chain stay apart', async (t) => {
  t.equal(compare('Hilton Boston North', 'Hilton Boston South'), 'other')
  t.equal(compare('Hilton Boston Airport', 'Hilton Boston Airport North'), 'part')
  t.equal(
    compare('Villa Rosa B&B Boston', 'Hotel Bellevue Boston'),
    'other',
    'a single letter is not a part of a word',
  )
  t.equal(compare('Hampton Inn Boston Center', 'Hampton Inn Boston Waterfront'), 'other')
})

t.test('a brand whose name continues that of another is another hotel', async (t) => {
  t.equal(compare('Holiday Inn Express & Suites Boston Airport', 'Holiday Inn Boston Airport'), 'sister')
  t.equal(compare('HOLIDAY INN BOSTON', 'HIX BOSTON'), 'sister')
  t.equal(compare('The Ritz Boston', 'The Ritz-Carlton, Boston'), 'sister')
  t.equal(compare('ibis budget Boston Airport', 'ibis Boston Airport'), 'sister')
  t.equal(compare('Hilton Boston Airport', 'Hilton Garden Inn Boston Airport'), 'sister')
  t.equal(compare('HOLIDAY INN EXPRESS BOSTON', 'Boston Holiday Inn Express & Suites Airport'), 'part')
  t.equal(
    compare('BOSTON AIRPORT HOLIDAY INN', 'Boston Airport Holiday Inn Express & Suites'),
    'part',
    'the name may be cut off there',
  )
  t.equal(compare('Hilton Boston', 'Hilton Boston Garden'), 'part')
})

t.test('codes, other languages and spellings of one name', async (t) => {
  t.equal(compare('CY BOSTON CITY CENTER', 'Courtyard by Marriott Boston City Center'), 'same')
  t.equal(compare('FP BOSTON CENTRAL PARK', '4 Points by Sheraton Boston Central Park'), 'same')
  t.equal(compare('Hilton Boston Flughafen', 'Hilton Boston Airport'), 'same')
  t.equal(compare('Motel One Boston-Hauptbahnhof', 'Motel One Boston Main Station'), 'same')
  t.equal(compare('Crowne Plaza Boston T4', 'Crowne Plaza Boston Terminal 4'), 'same')
  t.equal(compare('Saint Regis Boston', 'The St. Regis Boston'), 'same')
  t.equal(compare('SOFITEL BOSTON KURFUERSTENDAMM', 'Sofitel Boston Kurfürstendamm'), 'same')
  t.equal(compare('PIER ONE BOSTON AUTOGRAPH COLLECTION', 'Pier One Boston'), 'same')
  t.equal(compare('Crowne Plaza Boston Terminal 4', 'Crowne Plaza Boston Terminal 5'), 'other')
})

t.test('a name in another script neither agrees nor contradicts', async (t) => {
  t.equal(compare('ハイアット リージェンシー', 'Hyatt Regency Boston'), 'part')
  t.equal(compare('アパホテル', 'ハイアット'), 'other')
})

t.test('a name in Cyrillic letters is the same if its letters are', async (t) => {
  t.equal(compare('Гостиница Метрополь', 'Hotel Metropol Boston'), 'same')
  t.equal(compare('Рэдиссон Коллекшен', 'Hotel Metropol Boston'), 'part')
})

t.test('a name cut off in its group, or in a word with an umlaut', async (t) => {
  t.equal(compare('SPRINGHILL SUITES BY MAR', 'SpringHill Suites by Marriott Boston'), 'same')
  t.equal(compare('SOFITEL BOSTON KURFUERSTENDAM', 'Sofitel Boston Kurfürstendamm'), 'same')
})
