/** Fields of a stay and of a rental. */
import type { DocumentProblem } from '../../../schemas/documents/reading.js'
import type { RawFields } from '../../../schemas/segment/validation/end-relations.js'
import { confirmation, valueOf } from './auxiliary.js'
import type { Auxiliary } from './auxiliary.js'
import { screenTime, withValue } from './segment-line.js'
import type { SegmentFields } from './segment-line.js'
import { dayAfter, wall } from './written-day.js'

const MOST_DAYS = 330

/** `3NT 17560  CAMPANILE MARSEILLE   1C1DRAC -1` */
const STAY = /^ {0,4}(\d{1,3})NT {0,4}(?:(?=[A-Z]{0,3}\d)([A-Z\d]{3,6}) {1,4})?(.*)$/
const ROOM = /(?:^|[ \d])(\d[A-Z\d]{3,9}) ?-(\d)(?: |$)/
const NAME = /^.{0,60}?(?= {2}| \d[A-Z\d]{3,9} ?-\d|$)/
/** `1ROHRAC EUR49.00 DLY`, with the name on the next line. */
const RATE_FIRST = /^ {0,3}(?:(\d?[A-Z][A-Z\d]{2,8}) {1,3})?([A-Z]{3} ?\d{1,6}\.\d{2})(?: |$)/

export function hotelFields(auxiliary: Auxiliary): SegmentFields {
  const { word, vendor, city, count, end, texts } = auxiliary
  return (day, problems) => {
    const out = end === null ? null : dayAfter(end, day, MOST_DAYS)
    const [, nights, property, afterNights] = STAY.exec(texts[0] ?? '') ?? []
    const isOther = nights !== undefined && out !== null && out - day !== Number(nights)
    if (isOther)
      problems.push({
        field: 'checkout_date',
        description: `From ${wall(day, null)} to ${end!.text} is not ${nights} nights. Correct the dates or the number of nights.`,
      })
    return {
      type: 'Hotel',
      ...withValue('confirmation_no', confirmation(auxiliary)),
      ...names(auxiliary, afterNights),
      checkin_date: wall(day, null),
      ...(out !== null && !isOther && { checkout_date: wall(out, null) }),
      city_code: city,
      ...withValue('phone', /.*\d.*/.exec(valueOf(auxiliary, 'T', 'TEL') ?? '')?.[0]),
      ...withValue('hotel_chain', vendor ?? undefined),
      ...withValue('property_code', property),
      ...(word === 'HHL' && count > 0 && { number_of_rooms: count }),
    }
  }
}

function names(auxiliary: Auxiliary, afterNights: string | undefined): RawFields {
  const { texts, secondLine, startsEarly, count } = auxiliary
  const rate = withValue('rate', valueOf(auxiliary, 'RG', 'RQ')?.split(' ')[0]!.replace(/\*+$/, ''))
  const keyed = valueOf(auxiliary, 'H')
  if (keyed !== undefined)
    return {
      hotel_name: keyed,
      ...address(valueOf(auxiliary, 'W')),
      ...withRoom(valueOf(auxiliary, 'R')),
      ...rate,
    }
  const room = ROOM.exec(texts.slice(0, 2).join(' '))
  const guests = room === null || count !== 1 ? 0 : Number(room[2])
  if (afterNights !== undefined)
    return {
      ...withValue('hotel_name', NAME.exec(afterNights.replace(/\*+$/, ''))?.[0]),
      ...(guests > 0 && { number_of_guests: guests }),
      ...withRoom(room?.[1]),
      ...rate,
    }
  const rateFirst = RATE_FIRST.exec(texts[0] ?? '')
  if (rateFirst !== null)
    return {
      ...withValue('hotel_name', secondLine),
      ...withRoom(rateFirst[1]),
      ...withValue('rate', rateFirst[2]),
    }
  const name = texts[0] ?? ''
  return {
    // A list with commas is the agency's own way of writing: which of it is the name is not known.
    ...(!/, ?(?:TEL|FAX|CF)/.test(name) && withValue('hotel_name', name)),
    ...(startsEarly ? withRoom(texts[1]) : withValue('address1', texts[1])),
    ...rate,
  }
}

const withRoom = (room: string | undefined): RawFields => withValue('room_type', room?.replace(/\*+$/, ''))

/** `540 N MILWAUKEE AVE*PROSPECT HEIGHTS*US*P-60070` */
function address(text: string | undefined): RawFields {
  const [street, city, country, ...rest] = (text ?? '').split(/[*@]/).map((part) => part.trim())
  const postal = [country, ...rest].find((part) => part?.startsWith('P-'))
  return {
    ...withValue('address1', street),
    ...withValue('city_name', city),
    ...(/^[A-Z]{2}$/.test(country ?? '') && { country }),
    ...withValue('postal_code', postal?.slice(2)),
  }
}

export function carFields(auxiliary: Auxiliary): SegmentFields {
  const { vendor, city, end, texts } = auxiliary
  return (day, problems) => {
    const out = end === null ? null : dayAfter(end, day, MOST_DAYS)
    const back = valueOf(auxiliary, 'DO', 'DOL', 'EC')
    return {
      type: 'Car',
      ...withValue('confirmation_no', confirmation(auxiliary)),
      ...withValue('car_company', vendor ?? valueOf(auxiliary, 'SUN', 'SUC')),
      pickup_datetime: wall(day, time('pickup_datetime', valueOf(auxiliary, 'ARR', 'ST'), problems)),
      ...(out !== null && {
        dropoff_datetime: wall(
          out,
          time('dropoff_datetime', valueOf(auxiliary, 'RET', 'RT', 'DT', 'ET'), problems),
        ),
      }),
      pickup_location: city,
      ...withValue('pickup_code', valueOf(auxiliary, 'PUP')),
      ...(back !== city && withValue('dropoff_location', back)),
      ...withValue(
        'car_type',
        texts.map((text) => /^ ?([A-Z]{4}) ?$/.exec(text)?.[1]).find((one) => one !== undefined),
      ),
    }
  }
}

/** A time of a field, which may follow a flight: `ARR-UA123-1145`. */
export function time(field: string, text: string | undefined, problems: DocumentProblem[]): string | null {
  if (text === undefined) return null
  const found = /(\d{1,2}:?\d{2}[APNM]?|\d{1,2}[AP])$/.exec(text)?.[1]
  const read = found === undefined ? null : screenTime(found)
  if (read === null) problems.push({ field, description: `The time ${text.slice(0, 20)} cannot be read.` })
  return read
}
