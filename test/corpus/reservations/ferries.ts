/** Ferries: terminals by name, with addresses and coordinates, and the two spellings of the type. */
import { kitinerary, mailsift } from '../documents.js'
import type { Reservation } from '../reservation.js'
import { segment } from '../segments.js'
import { AT } from '../spots.js'

/** The extractor knows the terminals; the times are ours. */
const NORTHLINK = kitinerary('../src/lib/scripts/northlinkferries.js')
const STENA = mailsift('test_stena_line.py')
const STENA_CROSSING = {
  ferry_line: 'Stena Line',
  ship_name: 'Stena Britannica',
  start_datetime: '2025-05-10T23:00:00',
  end_datetime: '2025-05-11T08:00:00',
}

export const FERRIES: Reservation[] = [
  {
    what: 'a night ferry with its ship, ports by their towns',
    document: STENA,
    segment: segment('Ferry', {
      ...STENA_CROSSING,
      start_name: 'Harwich',
      end_name: 'Hook Of Holland',
      price: 152.1,
      currency: 'GBP',
      confirmation_no: '90000000',
    }),
    from: AT.harwich,
    to: AT.hook,
  },
  {
    what: 'the same, by the name of the port',
    document: STENA,
    segment: segment('Ferry', {
      ...STENA_CROSSING,
      start_location: 'Harwich International Port',
      end_location: 'Hoek van Holland Haven',
    }),
    from: AT.harwich,
    to: AT.hook,
  },
  {
    what: 'the same, sent as transport of another kind',
    document: STENA,
    segment: segment('Transport', {
      transport_type: 'Ferry',
      transport_company: 'Stena Line',
      start_name: 'Harwich',
      start_datetime: '2025-05-10T23:00:00',
      end_name: 'Hook Of Holland',
      end_datetime: '2025-05-11T08:00:00',
    }),
    from: AT.harwich,
    to: AT.hook,
  },
  {
    what: 'terminals with address and coordinates, the country in words',
    document: NORTHLINK,
    segment: segment('Ferry', {
      start_name: 'Scrabster Ferry Terminal',
      start_address1: 'Queen Elizabeth Pier',
      start_city_name: 'Scrabster',
      start_postal_code: 'KW14 7UW',
      start_country: 'United Kingdom',
      start_lat: 58.612454,
      start_lon: -3.539622,
      start_datetime: '2025-07-08T13:15',
      end_name: 'Stromness Ferry Terminal',
      end_address1: 'Ferry Road',
      end_city_name: 'Stromness',
      end_postal_code: 'KW16 3BH',
      end_country: 'United Kingdom',
      end_lat: 58.96406,
      end_lon: -3.295671,
      end_datetime: '2025-07-08T14:45',
    }),
    from: AT.scrabster,
    to: AT.stromness,
  },
  {
    what: 'a night ferry between terminals by name and country alone',
    document: NORTHLINK,
    segment: segment('Ferry', {
      ship_name: 'Hrossey',
      start_name: 'Aberdeen Ferry Terminal',
      start_country: 'GB',
      start_datetime: '2025-07-10T19:00',
      end_name: 'Lerwick',
      end_country: 'GB',
      cabin_type: 'Outer two berth',
      licence_plate: 'XX00 XXX',
    }),
    from: AT.aberdeen,
    to: AT.lerwick,
  },
]
