/** RULES 3.5.4: a segment's own fields show what is said of the member; a companion's never take that place. */
import { commonFields, Traveler } from '../../../../schemas/segment/fields/common.js'
import { RawSegment } from '../../statement/raw-segment.js'
import type { Statement } from '../../statement/statement.js'
import { withoutOwn } from './booked-travellers.js'
import type { BookedTraveller, SharedBooking } from './booked-travellers.js'
import type { RankedStatement } from '../merged-fields.js'

/** The ranked statements as far as they are about the member, or about anybody if none of them names the member. */
export function aboutMember(
  ranked: readonly RankedStatement[],
  shared: readonly SharedBooking[],
): RankedStatement[] {
  const isMemberNamed = shared.some(({ travellers }) => travellers.some(({ isMember }) => isMember))
  return ranked.map((entry) => {
    const { travellers } = shared.find(({ bookings }) => bookings.includes(entry.booking)) as SharedBooking
    if (travellers.length === 0) return entry
    const who = isMemberNamed ? travellers.find(({ isMember }) => isMember) : onlyOne(travellers)
    if (who?.booking === entry.booking)
      return { ...entry, statement: withoutUnknown(who.statement), givers: who.givers }
    if (!isMemberNamed) return entry
    const others = who === undefined ? (['traveller', 'booking'] as const) : (['traveller'] as const)
    const { raw } = entry.statement
    return {
      ...entry,
      statement: { ...entry.statement, raw: new RawSegment(raw, withoutOwn(raw.fields, others)) },
    }
  })
}

function onlyOne(travellers: readonly BookedTraveller[]): BookedTraveller | undefined {
  return travellers.length === 1 ? travellers[0] : undefined
}

/** Without what only a list of travellers has, and no field of the type. */
function withoutUnknown(statement: Statement): Statement {
  const { raw } = statement
  const fields = raw.fields.copy()
  for (const name of LISTED) fields.others?.delete(name)
  return { ...statement, raw: new RawSegment(raw, fields) }
}

const LISTED = Object.keys(Traveler.properties).filter((name) => commonFields[name] === undefined)
