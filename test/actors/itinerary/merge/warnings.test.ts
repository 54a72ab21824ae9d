/** What warnings say to the traveller, and the values next to the sentence (RULES 3.5.1). */
import t from 'tap'
import { flight, hotel, meeting, traveller } from '../../../support/traveller.js'
import type { Doc, Segment } from '../../../support/traveller.js'

const PNR = { confirmation_no: 'ABC234' }
const ECHO = { source: 'email' }
const FLIGHT = flight('DL1', 'JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00', PNR)
const STAY = hotel('Plaza Rome', 'Rome', '2026-03-01', '2026-03-04', PNR)
const TRAIN: Segment = {
  type: 'Rail',
  source: 'rail_db',
  rail_line: 'Eurostar',
  train_number: 'EST 9024',
  origin: 'London St Pancras',
  destination: 'Paris Gare du Nord',
  departure_datetime: '2026-03-01T10:00',
  arrival_datetime: '2026-03-01T13:20',
  ...PNR,
}
const CAR: Segment = {
  type: 'Car',
  source: 'ota',
  car_company: 'Hertz',
  pickup_datetime: '2026-03-01T10:00',
  dropoff_datetime: '2026-03-04T10:00',
  pickup_city_name: 'Rome',
  ...PNR,
}

interface Case {
  name: string
  /** Posted one after the other. */
  reports: Segment[]
  /** Sentence, field, and what each source says. */
  expected: Array<[description: string, field: string | null, ...values: string[]]>
}

const ABOUT_FLIGHT = 'Flight DL1 to London on 1 March: '
const ABOUT_MEETING = 'Meeting "Kickoff" on 1 March: '
const ZONE_SENTENCE = 'the time zone is not known. The times are shown as they were reported.'

const CASES: Case[] = [
  {
    name: 'an arrival that differs by forty minutes',
    reports: [FLIGHT, { ...FLIGHT, ...ECHO, arrival_datetime: '2026-03-02T06:40' }],
    expected: [
      [
        `${ABOUT_FLIGHT}the arrival is 06:00 according to Delta, but 06:40 according to your e-mail. ` +
          'The itinerary shows 06:00.',
        'arrival_datetime',
        'airline_dl 2026-03-02T06:00:00',
        'email 2026-03-02T06:40:00',
      ],
    ],
  },
  {
    name: 'a flight that moves as a whole is one conflict',
    reports: [
      FLIGHT,
      {
        ...FLIGHT,
        source: 'gds',
        departure_datetime: '2026-03-01T21:30',
        arrival_datetime: '2026-03-02T09:30',
      },
    ],
    expected: [
      [
        `${ABOUT_FLIGHT}the departure is 18:00 according to Delta, but 21:30 according to Sabre. ` +
          'The itinerary shows 18:00.',
        'departure_datetime',
        'airline_dl 2026-03-01T18:00:00',
        'gds 2026-03-01T21:30:00',
      ],
    ],
  },
  {
    name: 'two sources against the airline are one warning',
    reports: [
      FLIGHT,
      { ...FLIGHT, source: 'gds', arrival_datetime: '2026-03-02T06:40' },
      { ...FLIGHT, ...ECHO, arrival_datetime: '2026-03-02T06:50' },
    ],
    expected: [
      [
        `${ABOUT_FLIGHT}the arrival is 06:00 according to Delta, but 06:40 according to Sabre and 06:50 ` +
          'according to your e-mail. The itinerary shows 06:00.',
        'arrival_datetime',
        'airline_dl 2026-03-02T06:00:00',
        'gds 2026-03-02T06:40:00',
        'email 2026-03-02T06:50:00',
      ],
    ],
  },
  {
    name: 'a train that arrives on another day',
    reports: [TRAIN, { ...TRAIN, ...ECHO, arrival_datetime: '2026-03-02T00:10' }],
    expected: [
      [
        'Train EST 9024 to Paris on 1 March: the arrival is 13:20 on 1 March according to Deutsche Bahn, ' +
          'but 00:10 on 2 March according to your e-mail. The itinerary shows 13:20 on 1 March.',
        'arrival_datetime',
        'rail_db 2026-03-01T13:20:00',
        'email 2026-03-02T00:10:00',
      ],
    ],
  },
  {
    name: 'a check-out on another day',
    reports: [STAY, { ...STAY, ...ECHO, checkout_date: '2026-03-05' }],
    expected: [
      [
        'Stay at Plaza Rome on 1 March: the check-out is 4 March according to Marriott, ' +
          'but 5 March according to your e-mail. The itinerary shows 4 March.',
        'checkout_date',
        'hotel_marriott 2026-03-04',
        'email 2026-03-05',
      ],
    ],
  },
  {
    name: 'a check-out in another year',
    reports: [
      { ...STAY, checkin_date: '2026-12-29', checkout_date: '2026-12-31' },
      { ...STAY, ...ECHO, checkin_date: '2026-12-29', checkout_date: '2027-01-01' },
    ],
    expected: [
      [
        'Stay at Plaza Rome on 29 December: the check-out is 31 December 2026 according to Marriott, ' +
          'but 1 January 2027 according to your e-mail. The itinerary shows 31 December 2026.',
        'checkout_date',
        'hotel_marriott 2026-12-31',
        'email 2027-01-01',
      ],
    ],
  },
  {
    name: 'a car that is returned an hour later',
    reports: [CAR, { ...CAR, ...ECHO, dropoff_datetime: '2026-03-04T11:00' }],
    expected: [
      [
        'Rental car from Hertz on 1 March: the return is 10:00 according to ota, ' +
          'but 11:00 according to your e-mail. The itinerary shows 10:00.',
        'dropoff_datetime',
        'ota 2026-03-04T10:00:00',
        'email 2026-03-04T11:00:00',
      ],
    ],
  },
  {
    name: 'reservation codes',
    reports: [
      { ...FLIGHT, gds_status: 'ZZ' },
      { ...FLIGHT, ...ECHO, gds_status: 'NS' },
    ],
    expected: [
      [
        `${ABOUT_FLIGHT}Delta sent a booking status that is not known. The booking counts as confirmed.`,
        'gds_status',
        'airline_dl ZZ',
      ],
      [`${ABOUT_FLIGHT}your e-mail reports that the traveller did not show up.`, 'gds_status', 'email NS'],
    ],
  },
  {
    name: 'a destination that is not in the reference data',
    reports: [{ ...TRAIN, destination: 'Hinterdorf' }],
    expected: [
      [
        'Train EST 9024 to Hinterdorf on 1 March: the destination "Hinterdorf" is not known.',
        'destination',
        'rail_db Hinterdorf',
      ],
      [`Train EST 9024 to Hinterdorf on 1 March: ${ZONE_SENTENCE}`, 'arrival_time_zone_id'],
    ],
  },
  {
    name: 'a stay without a place',
    reports: [{ ...STAY, city_name: null, time_zone_id: 'Europe/Rome' }],
    expected: [['Stay at Plaza Rome on 1 March: no source says where it is.', 'city_name']],
  },
  {
    name: 'an end before the start',
    reports: [meeting('Kickoff', 'Rome', '2026-03-01T10:00', '2026-03-01T09:00')],
    expected: [
      [
        `${ABOUT_MEETING}the end, 09:00, is not after the start, 10:00.`,
        'end_datetime',
        'calendar 2026-03-01T09:00',
      ],
    ],
  },
]

for (const { name, reports, expected } of CASES) {
  t.test(name, async (t) => {
    const ann = traveller()
    for (const report of reports) ann.post(report)
    const [segment, ...more] = ann.segments()
    t.same(more, [], 'one segment')
    t.same(segment?.warnings.map(shown), expected)
    const [trip] = ann.trips()
    if (trip === undefined) return
    t.same(trip.warnings.map(shown), expected, 'the trip shows the same')
    for (const warning of trip.warnings) t.same(warning.segment_ids, [segment?.id])
  })
}

function shown({ description, field, values }: Doc['warnings'][number]): unknown {
  return [description, field, ...values.map(({ source, value }) => `${source} ${String(value)}`)]
}

/** The other source reports an end that is later by this many minutes. */
const THRESHOLDS: Array<[Segment, string, smaller: string, larger: string]> = [
  [FLIGHT, 'arrival_datetime', '2026-03-02T06:14', '2026-03-02T06:15'],
  [TRAIN, 'arrival_datetime', '2026-03-01T13:24', '2026-03-01T13:25'],
  [CAR, 'dropoff_datetime', '2026-03-04T10:29', '2026-03-04T10:30'],
  [{ ...STAY, checkin_time: '15:00' }, 'checkin_time', '22:00', ''],
]

for (const [segment, field, smaller, larger] of THRESHOLDS) {
  t.test(`threshold of ${field} of ${String(segment['type'])}`, async (t) => {
    const codesWith = (value: string): string[] => {
      const ann = traveller()
      ann.post(segment)
      ann.post({ ...segment, ...ECHO, [field]: value })
      return ann.segments().flatMap(({ warnings }) => warnings.map(({ code }) => code))
    }
    t.same(codesWith(smaller), [])
    if (larger !== '') t.same(codesWith(larger), ['schedule_conflict'])
  })
}

t.test('a trip shows at most twenty warnings of one code (2.3)', async (t) => {
  const ann = traveller()
  ann.post(flight('DL1', 'JFK-FCO', '2026-03-01T18:00', '2026-03-02T08:00'))
  for (let day = 3; day < 15; day++) {
    const date = `2026-03-${String(day).padStart(2, '0')}`
    for (const hour of [10, 15])
      ann.post(meeting(`Talk ${day}, ${hour}`, 'Rome', `${date}T${hour}:00`, `${date}T09:00`))
  }
  t.equal(ann.trips()[0]?.warnings.length, 20)
})
