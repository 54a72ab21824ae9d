/** What a ticket or booking carries besides the travel itself. None of it is material (RULES 7.6). */
import { optional } from './field-entry.js'
import type { FieldEntries } from './field-entry.js'
import { localDateTime, text, url, verbatim } from './field.js'

const MAX_BARCODE_LENGTH = 4_000

/** The bar code of a ticket or boarding pass. */
export const ticketBarcode: FieldEntries = {
  ticket_barcode: optional(
    verbatim(
      MAX_BARCODE_LENGTH,
      'Content of the bar code of the ticket, exactly as a scanner reads it; Base64 if it is not text.',
    ),
    { of: 'traveller' },
  ),
}

/** A ticket that is valid for a time of its own, as a day ticket or a flexible fare. */
export const ticketValidity: FieldEntries = {
  ticket_valid_from: optional(localDateTime("Start of the ticket's validity.")),
  ticket_valid_until: optional(localDateTime("End of the ticket's validity.")),
}

/** How and when the traveller boards. */
export const boarding: FieldEntries = {
  boarding_group: optional(text(32, 'Boarding group of the traveller.'), { of: 'traveller' }),
  boarding_sequence: optional(text(32, 'Boarding sequence number of the traveller.'), { of: 'traveller' }),
  boarding_datetime: optional(localDateTime('Start of boarding.'), { holdsFor: 'times' }),
}

export const checkinLink: FieldEntries = {
  checkin_url: optional(url('Web page to check in.'), { of: 'booking' }),
}

/** Pages on which the traveller changes or cancels the booking. */
export const bookingLinks: FieldEntries = {
  change_url: optional(url('Web page to change the booking.'), { of: 'booking' }),
  cancel_url: optional(url('Web page to cancel the booking.'), { of: 'booking' }),
}
