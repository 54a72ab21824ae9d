/** Fields that every raw segment may carry (RULES 1). */
import { values } from '../../data/enumerations.js'
import Type from 'typebox'
import { hidden, optional, propertiesOf, required } from './field-entry.js'
import type { FieldEntries } from './field-entry.js'
import { decimal, instant, integer, lines, nullable, pattern, phone, text, url } from './field.js'

/** `Canceled` is accepted for `Cancelled`. */
export const RAW_STATUSES = values('raw-status')

export const Traveler = Type.Object(
  {
    first_name: nullable(text(100, 'Given name.')),
    last_name: nullable(text(100, 'Family name.')),
    name: nullable(text(200, 'Full name as one text, when the parts are not known.')),
    ticket_number: nullable(text(64, 'Ticket number of this traveller.')),
    seat_assignment: nullable(text(64, 'Seat of this traveller.')),
    loyalty_no: nullable(text(64, 'Loyalty number of this traveller.')),
  },
  { description: 'One traveller of the booking.' },
)

/** RULES 1: a price is kept with at most 12 digits before the point and 4 after it. */
const PRICE = { minimum: 0, maximum: 999_999_999_999.9999, wholeDigits: 12, digits: 4 }

/** Fields that describe the statement itself; documents show them elsewhere or not at all. */
const statementFields = {
  status: hidden(
    optional(
      Type.Enum(RAW_STATUSES, {
        'x-kind': 'status',
        description: 'Active if omitted; Canceled is read as Cancelled.',
      }),
      { merged: false, material: true },
    ),
  ),
  source: hidden(
    required(
      Type.String({
        'x-kind': 'source',
        maxLength: 64,
        description: 'Id of a source of GET /v2/sources.',
        examples: ['airline_dl'],
      }),
    ),
  ),
} satisfies FieldEntries

/** In document order. */
export const commonFields: FieldEntries = {
  ...statementFields,
  first_name: optional(text(100, 'Given name of the traveller.'), {
    group: 'names',
    mergesWith: 'last_name',
    material: true,
  }),
  last_name: optional(text(100, 'Family name of the traveller.'), { group: 'names', material: true }),
  travelers: optional(
    Type.Array(Traveler, { maxItems: 99, 'x-kind': 'list', description: 'All travellers of the booking.' }),
    // Merged by person, not as one value (RULES 3.5.4).
    { merged: false },
  ),
  confirmation_no: optional(text(64, 'Locator of the supplier.'), { group: 'locator', material: true }),
  booking_confirmation_no: optional(text(64, 'Locator of the channel that sold it.'), { group: 'locator' }),
  booking_agent: optional(text(200, 'Name of the channel that sold it.'), { group: 'locator' }),
  number_of_pax: optional(integer(1, 999, 'Travellers on this booking.')),
  phone: optional(phone('Telephone number of the supplier.')),
  support_phone: optional(phone('Telephone number for support.')),
  support_url: optional(url('Web page for support.')),
  price: optional(decimal('Price without a currency sign; always together with currency.', PRICE, 'price'), {
    group: 'price',
  }),
  currency: optional(
    Type.String({
      'x-kind': 'currency',
      pattern: '^[A-Z]{3}$',
      examples: ['USD'],
      description: 'ISO 4217 code, current or historic; always together with price.',
    }),
    { group: 'price', mergesWith: 'price' },
  ),
  notes: optional(lines(4000, 'Free text.')),
  metadata: optional(
    Type.Record(Type.String(), Type.Unknown(), {
      'x-kind': 'object',
      description:
        'Kept and returned untouched; at most 4 KB of JSON, with integers within 2^53: larger ones as text.',
    }),
  ),
  supplier_updated: hidden(optional(instant('When the supplier made this version, UTC.'), { merged: false })),
  entry_id: hidden(
    optional(
      text(
        300,
        'Id of the entry at its source, such as the UID of an event: what the source sends under it again is a new version.',
      ),
      { merged: false },
    ),
  ),
  entry_version: hidden(
    optional(
      integer(0, 2 ** 31 - 1, 'Orders the versions of the entry before supplier_updated; 0 if omitted.'),
      { merged: false },
    ),
  ),
  gds_status: hidden(
    optional(
      pattern(
        '^[A-Za-z]{2}$',
        'two letters',
        'Status code of a global distribution system; it is mapped to a status.',
      ),
      { merged: false },
    ),
  ),
}

export const commonProperties = propertiesOf(commonFields)

const { source: _source, ...sharedProperties } = commonProperties

/** What every submission may have, whichever way it is sent. */
export const RawSegmentFields = Type.Object(sharedProperties, {
  description: 'What a submission of any type may have.',
})
