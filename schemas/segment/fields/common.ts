/** Fields that every raw segment may carry (RULES 1). */
import Type from 'typebox'
import { instant, integer, nullable, optional, pattern, phone, text, url } from './field.js'

export const SEGMENT_TYPES = [
  'Air',
  'Hotel',
  'Car',
  'Rail',
  'Cruise',
  'Transport',
  'Parking',
  'Restaurant',
  'Activity',
  'Meeting',
  'Event',
  'Checkin',
] as const
export type SegmentType = (typeof SEGMENT_TYPES)[number]

/** `Canceled` is accepted for `Cancelled`. */
export const RAW_STATUSES = ['Active', 'Pending', 'Cancelled', 'Canceled'] as const

/** The type's own name is added by the schema of each type. */
export const Traveler = Type.Object(
  optional({
    first_name: text(100, 'Given name.'),
    last_name: text(100, 'Family name.'),
    name: text(200, 'Full name as one text, when the parts are not known.'),
    ticket_number: text(64, 'Ticket number of this traveller.'),
    seat_assignment: text(64, 'Seat of this traveller.'),
    loyalty_no: text(64, 'Loyalty number of this traveller.'),
  }),
  { description: 'One traveller of the booking.' },
)

export const PRICE_PATTERN = '^\\d{1,12}(\\.\\d{1,4})?$'

export const commonFields = {
  status: nullable(
    Type.Enum(RAW_STATUSES, {
      'x-kind': 'status',
      default: 'Active',
      description: 'Active when left out; Canceled is read as Cancelled.',
    }),
  ),
  source: Type.String({
    'x-kind': 'source',
    maxLength: 64,
    description: 'Id of a source of GET /v2/sources.',
    examples: ['airline_dl'],
  }),
  ...optional({
    first_name: text(100, 'Given name of the traveller.'),
    last_name: text(100, 'Family name of the traveller.'),
    travelers: Type.Array(Traveler, {
      maxItems: 99,
      'x-kind': 'list',
      description: 'All travellers of the booking.',
    }),
    confirmation_no: text(64, 'Locator of the supplier.'),
    booking_confirmation_no: text(64, 'Locator of the channel that sold it.'),
    booking_agent: text(200, 'Name of the channel that sold it.'),
    number_of_pax: integer(1, 99, 'Travellers on this booking.'),
    phone: phone('Telephone of the supplier.'),
    support_phone: phone('Telephone of the support desk.'),
    support_url: url('Page of the support desk.'),
    price: Type.String({
      'x-kind': 'price',
      pattern: PRICE_PATTERN,
      examples: ['249.90'],
      description: 'Decimal number as text; goes with currency.',
    }),
    currency: Type.String({
      'x-kind': 'currency',
      pattern: '^[A-Z]{3}$',
      examples: ['USD'],
      description: 'ISO 4217 code; goes with price.',
    }),
    notes: text(4000, 'Free text.'),
    metadata: Type.Record(Type.String(), Type.Unknown(), {
      'x-kind': 'object',
      description:
        'Kept and returned untouched; at most 4 KB of JSON, with integers within 2^53: larger ones as text.',
    }),
    supplier_updated: instant('When the supplier made this version, UTC.'),
    gds_status: pattern(
      '^[A-Za-z]{2}$',
      'two letters',
      'Status code of a global distribution system; it is mapped to a status.',
    ),
  }),
}

/** Street address without a city. */
export const streetFields = {
  address1: text(200, 'First line of the address.'),
  address2: text(200, 'Second line of the address.'),
  admin_code: text(32, 'State or province.'),
  postal_code: text(32, 'Postal code.'),
}
