/** The public documents that the corpus takes its facts from. Facts only: every text here is our own. */

export interface PublicDocument {
  name: string
  /** Null: a public file whose text was found without its address. */
  url: string | null
}

const repository =
  (title: string, base: string) =>
  (path: string): PublicDocument => ({ name: `${title}: ${path}`, url: `${base}/${path}` })

/** Test data of KDE's extractor of travel documents. */
export const kitinerary = repository(
  'KDE kitinerary test data',
  'https://github.com/KDE/kitinerary/blob/master/autotests',
)

/** Test data of KDE's travel assistant: whole journeys. */
export const itinerary = repository('KDE Itinerary test data', 'https://github.com/KDE/itinerary/blob/master')

/** What a collection of mail extractors reads from confirmations of airlines, railways, hotels and ferries. */
export const mailsift = repository(
  'mailsift extractor tests',
  'https://github.com/jelmer/mailsift-extractors/blob/main/extractors/_tests',
)

/** Google's documentation of schema.org markup in mails. */
export const gmail = repository(
  'Gmail e-mail markup reference',
  'https://developers.google.com/gmail/markup/reference',
)

const document = (name: string, url: string | null): PublicDocument => ({ name, url })

export const SCHEMA_ORG_TAXI = document('schema.org, TaxiReservation', 'https://schema.org/TaxiReservation')
export const EASYPNR = document('easyPNR API documentation, decode', 'https://api.easypnr.com/v4/decode')
export const SABRE = document(
  'Sabre, Create Itinerary sample request',
  'https://developer.sabre.com/docs/soap_apis/management/itinerary/create_itinerary',
)
export const TRIPIT = document(
  'TripIt web plugins, creating a lodging object',
  'https://tripit.github.io/api/doc/v1/plugins.html',
)
export const TIMETABLE_SYDNEY = document('Timetable Sydney to Xiamen', 'https://pastebin.com/0XuhUiZw')
export const SVO_SYD = document('Flight list Moscow to Sydney', 'https://pastebin.com/uCnkBRVf')
export const BA_ORDER = document('British Airways NDC order sample', 'https://pastebin.com/12NzJu1f')
export const NCL_GETAWAY = document(
  'Norwegian Getaway, western Caribbean, seven nights',
  'https://github.com/kimdaeri-bot/cruiselink-blog/blob/main/_cruises/carib-ncl-getaway-20261115.md',
)
export const LATAM_OFFERS = document('LATAM flight offers, description of the reply', null)
export const JNB_LFW = document('Amadeus flight offers, Johannesburg to Lomé', null)
export const CALENDAR_PARIS = document('Sample iCalendar of a journey to Paris and Rome', null)
export const CALENDAR_TOKYO = document('Calendar export of a day in Tokyo', null)
export const BOOKING_FOR_TWO = document('Public bug reports: bookings for several, names changed', null)
export const BUS_TAMIL_NADU = document('Bus confirmation by mail, Tiruchendur to Coimbatore', null)
