/** RULES 5.2.1 to 5.2.3: journeys of a member who gave no home, each with the trips that it makes. */
import t from 'tap'
import { flight, hotel, traveller } from '../../../support/traveller.js'
import type { Segment } from '../../../support/traveller.js'

const DAY = 86_400_000
/** The local date-time `hour` hours after midnight of a day of 2026. */
const at = (day: number, hour: number): string =>
  new Date(Date.UTC(2026, 0, 1) + day * DAY + hour * 3_600_000).toISOString().slice(0, 16)

/** A flight of two hours by the clocks on the wall, `LHR-FRA 10 8` for day 10 at eight. */
function fly(text: string, i: number): Segment {
  const [route = '', day, hour] = text.split(' ')
  const start = [Number(day), Number(hour ?? 9)] as const
  return flight(`LH${100 + i}`, route, at(...start), at(start[0], start[1] + 2), {
    confirmation_no: `L${i}OC`,
  })
}

/** A hotel stay, `Rome 10 3` for three nights from day 10. */
function sleep(text: string): Segment {
  const [city = '', day, nights] = text.split(' ')
  return hotel(
    `Hotel ${city}`,
    city,
    at(Number(day), 0).slice(0, 10),
    at(Number(day) + Number(nights), 0).slice(0, 10),
  )
}

const journey = (...legs: string[]): Segment[] =>
  legs.map((text, i) => (text.includes('-') ? fly(text, i) : sleep(text)))

interface Case {
  what: string
  legs: Segment[]
  trips: string[]
}

/** Given as `what`, the legs, and the trips, each as its segments joined by commas. */
const CASES: Case[] = [
  {
    what: 'a round trip',
    legs: journey('AMS-FCO 10', 'FCO-AMS 14'),
    trips: ['AMS-FCO,FCO-AMS'],
  },
  {
    what: 'a round trip through a hub',
    legs: journey('AMS-FRA 10 7', 'FRA-JFK 10 11', 'JFK-FRA 17 18', 'FRA-AMS 18 10'),
    trips: ['AMS-FRA,FRA-JFK,JFK-FRA,FRA-AMS'],
  },
  {
    what: 'a round trip with a night at the hub on the way out and on the way back',
    legs: journey('AMS-FRA 10 20', 'FRA-JFK 11 11', 'JFK-FRA 17 9', 'FRA-AMS 18 8'),
    trips: ['AMS-FRA,FRA-JFK,JFK-FRA,FRA-AMS'],
  },
  {
    what: 'two round trips through one hub',
    legs: journey(
      ...['AMS-FRA 10 7', 'FRA-JFK 10 11', 'JFK-FRA 17 9', 'FRA-AMS 17 21'],
      ...['AMS-FRA 60 7', 'FRA-SIN 60 11', 'SIN-FRA 70 9', 'FRA-AMS 70 21'],
    ),
    trips: ['AMS-FRA,FRA-JFK,JFK-FRA,FRA-AMS', 'AMS-FRA,FRA-SIN,SIN-FRA,FRA-AMS'],
  },
  {
    what: 'several round trips from one place, days apart',
    legs: journey('AMS-FCO 10', 'FCO-AMS 12', 'AMS-LHR 15', 'LHR-AMS 16', 'AMS-FCO 20', 'FCO-AMS 21'),
    trips: ['AMS-FCO,FCO-AMS', 'AMS-LHR,LHR-AMS', 'AMS-FCO,FCO-AMS'],
  },
  {
    what: 'two round trips from different places, months apart',
    legs: journey('AMS-FCO 10', 'FCO-AMS 14', 'CDG-SIN 150', 'SIN-CDG 160'),
    trips: ['AMS-FCO,FCO-AMS', 'CDG-SIN,SIN-CDG'],
  },
  {
    what: 'an open jaw',
    legs: journey('AMS-FCO 10', 'MXP-AMS 17'),
    trips: ['AMS-FCO,MXP-AMS'],
  },
  {
    what: 'an open jaw of 30 days',
    legs: journey('AMS-FCO 10', 'MXP-AMS 40'),
    trips: ['AMS-FCO,MXP-AMS'],
  },
  {
    what: 'several cities in a row',
    legs: journey('AMS-FCO 10', 'FCO-LHR 13', 'LHR-CDG 16', 'CDG-LHR 19', 'LHR-MXP 21', 'MXP-AMS 24'),
    trips: ['AMS-FCO,FCO-LHR,LHR-CDG,CDG-LHR,LHR-MXP,MXP-AMS'],
  },
  {
    what: 'back to another airport of the city',
    legs: journey('LGW-FCO 10', 'FCO-LHR 14', 'LHR-JFK 20', 'JFK-LGW 25'),
    trips: ['LGW-FCO,FCO-LHR', 'LHR-JFK,JFK-LGW'],
  },
  {
    what: 'out and back forty days later',
    legs: journey('AMS-FCO 10', 'FCO-AMS 50'),
    trips: ['AMS-FCO,FCO-AMS'],
  },
  {
    what: 'out, and back forty days later through a hub and a stopover',
    legs: journey('AMS-SIN 10', 'SIN-FRA 50 9', 'FRA-LHR 50 20', 'LHR-AMS 54'),
    trips: ['AMS-SIN,SIN-FRA,FRA-LHR,LHR-AMS'],
  },
  {
    what: 'out, and half a year later the other way',
    legs: journey('AMS-FCO 10', 'FCO-AMS 200'),
    trips: ['AMS-FCO', 'FCO-AMS'],
  },
  {
    what: 'two one-way journeys months apart',
    legs: journey('AMS-FCO 10', 'LHR-JFK 100'),
    trips: ['AMS-FCO', 'LHR-JFK'],
  },
  {
    what: 'a one-way journey, and weeks later one on from there',
    legs: journey('AMS-FCO 10', 'FCO-LHR 50'),
    trips: ['AMS-FCO', 'FCO-LHR'],
  },
  {
    what: 'the same with a stay that explains the time',
    legs: journey('AMS-FCO 10', 'Rome 10 38', 'FCO-LHR 50'),
    trips: ['AMS-FCO,Hotel Rome,FCO-LHR'],
  },
  {
    what: 'a move that nobody reported, and round trips from the new home',
    legs: journey(
      ...['AMS-FCO 10', 'FCO-AMS 14', 'AMS-LHR 40', 'LHR-AMS 44', 'AMS-JFK 60'],
      ...['JFK-SFO 100', 'SFO-JFK 104', 'JFK-BOS 150', 'BOS-JFK 152'],
    ),
    trips: ['AMS-FCO,FCO-AMS', 'AMS-LHR,LHR-AMS', 'AMS-JFK', 'JFK-SFO,SFO-JFK', 'JFK-BOS,BOS-JFK'],
  },
  {
    what: 'out and back on one day, day after day',
    legs: journey(
      'AMS-FRA 10 7',
      'FRA-AMS 10 18',
      'AMS-FRA 11 7',
      'FRA-AMS 11 18',
      'AMS-FRA 12 7',
      'FRA-AMS 12 18',
    ),
    trips: ['AMS-FRA,FRA-AMS', 'AMS-FRA,FRA-AMS', 'AMS-FRA,FRA-AMS'],
  },
  {
    what: 'a departure from where the last journey began: the way back was not reported',
    legs: journey('AMS-FCO 10', 'AMS-LHR 17', 'LHR-AMS 18'),
    trips: ['AMS-FCO', 'AMS-LHR,LHR-AMS'],
  },
  {
    what: 'a way home whose outward journey was not reported, and a round trip from there days later',
    legs: journey('AMS-FRA 10', 'FRA-FCO 23', 'FCO-FRA 26'),
    trips: ['AMS-FRA', 'FRA-FCO,FCO-FRA'],
  },
  {
    what: 'a side trip after a week, before the way back',
    legs: journey('AMS-FRA 10', 'FRA-FCO 18', 'FCO-FRA 20', 'FRA-AMS 25'),
    trips: ['AMS-FRA,FRA-FCO,FCO-FRA,FRA-AMS'],
  },
  {
    what: 'a side trip after a week in a hotel, and no way back',
    legs: journey('AMS-FCO 10', 'Rome 10 3', 'FCO-LHR 20', 'LHR-FCO 22'),
    trips: ['AMS-FCO,Hotel Rome,FCO-LHR,LHR-FCO'],
  },
  { what: 'a flight', legs: journey('AMS-FCO 10'), trips: ['AMS-FCO'] },
  { what: 'a hotel', legs: journey('Rome 10 3'), trips: ['Hotel Rome'] },
  {
    what: 'a hotel, and months later a round trip',
    legs: journey('Rome 10 3', 'AMS-FCO 100', 'FCO-AMS 103'),
    trips: ['Hotel Rome', 'AMS-FCO,FCO-AMS'],
  },
  {
    what: 'a hotel the night before, and the journey',
    legs: journey('Amsterdam 9 1', 'AMS-FCO 10', 'Rome 10 4', 'FCO-AMS 14', 'AMS-LHR 20', 'LHR-AMS 22'),
    trips: ['Hotel Amsterdam,AMS-FCO,Hotel Rome,FCO-AMS', 'AMS-LHR,LHR-AMS'],
  },
  {
    what: 'round trips from a place that the reference data do not know',
    legs: journey('QQA-FCO 10', 'FCO-QQA 14', 'QQA-LHR 20', 'LHR-QQA 22'),
    trips: ['QQA-FCO,FCO-QQA', 'QQA-LHR,LHR-QQA'],
  },
  {
    what: 'a side trip between two hotels of a city where nobody lives',
    legs: journey('Rome 7 3', 'FCO-LHR 10', 'LHR-FCO 12', 'Rome 12 2'),
    trips: ['Hotel Rome,FCO-LHR,LHR-FCO,Hotel Rome'],
  },
]

for (const { what, legs, trips } of CASES) {
  t.test(`without a given home: ${what}`, async (t) => {
    for (const order of [legs, legs.toReversed()]) {
      const ann = traveller([])
      for (const leg of order) ann.post(leg)
      t.same(
        ann.grouping().map((names) => names.join()),
        trips,
      )
    }
  })
}
