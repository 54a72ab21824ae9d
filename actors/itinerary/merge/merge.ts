/**
 * A cluster as one segment (RULES 3.5 and 4.2): each source's current word, each field from the first source in order
 * of priority whose word has it, live or cancelled by the highest source that spoke.
 */
import type { Origin } from '../../../schemas/itinerary/provenance.js'
import type { FieldGroup } from '../../../schemas/itinerary/source-row.js'
import { bookingsBySource, currentStatements, UNKNOWN_SOURCE_PRIORITY } from './source-bookings.js'
import type { SourceBookings, BookingEnv } from './source-bookings.js'
import { mergePlan } from './merge-plan.js'
import { gdsMeaning } from '../statement/gds-status.js'
import type { StatementStatus } from '../statement/gds-status.js'
import { SEGMENT_KINDS } from '../../../schemas/segment/segment-kinds.js'
import type { SegmentType } from '../../../schemas/segment/fields/segment-types.js'
import type { Fields } from '../statement/raw-segment.js'
import type { Statement } from '../statement/statement.js'
import { fieldNames, hasSameContent } from '../statement/raw-segment.js'
import type { Person } from '../statement/person.js'
import { travellersOf } from '../statement/travellers.js'
import { areComparable } from '../statement/moment.js'
import type { Places } from '../places/places.js'
import type { LegHistory } from '../match/leg-history.js'
import { withKnownPlaces, mergedStatement } from './merged-statement.js'
import { wallMinutes } from '../lib/local-time.js'

export interface SegmentWarning {
  code: string
  description: string
}

export interface BookingEntry {
  source: string
  confirmation_no: string | null
  traveler: string | null
  seat_assignment: string | null
  status: StatementStatus
}

export interface MergedSegment {
  type: SegmentType
  status: StatementStatus
  /** Only cancellations so far: nothing to show until a booking comes. */
  held: boolean
  source: string
  fields: Fields
  origins: Record<string, Origin>
  /** The merged fields read as a statement: ends, places, instants. */
  statement: Statement
  currentStatements: Statement[]
  /** Travellers whom its live bookings name. */
  travellers: Person[]
  bookings: BookingEntry[]
  previous: { start: unknown; end: unknown; changed: number } | null
  warnings: SegmentWarning[]
}

export interface MergeEnv extends BookingEnv {
  places: Places
}

/** A date without its time is no value for a time, nor a word for "none" for a locator or number. */
function isPlaceholderValue(s: Statement, field: string): boolean {
  if (field === 'confirmation_no') return s.locator === null
  if (field === 'flight_num' || field === 'train_number') return s.number === null
  if (!field.endsWith('_datetime')) return false
  const kind = SEGMENT_KINDS[s.raw.type]
  if (field === kind.start) return s.start !== null && !s.start.timed
  if (field === kind.end) return s.end !== null && !s.end.timed
  return false
}

/** The first of the equal words in a row that ends with `word`: what is sent again is no news. */
function firstOfRepeats(tracks: ReadonlyMap<Statement, LegHistory>, word: Statement): Statement {
  const track = tracks.get(word)
  if (track === undefined) return word
  let first = word
  for (let i = track.versions.lastIndexOf(word) - 1; i >= 0; i--) {
    const older = track.versions[i] as Statement
    if (!hasSameContent(older.raw, word.raw)) break
    first = older
  }
  return first
}

function travellersOn(s: Statement | undefined): Person[] {
  if (s === undefined || s.traveller === null) return []
  return s.raw.fields.travelers === undefined ? [s.traveller] : travellersOf(s.raw.fields)
}

function travelerText(s: Statement): string | null {
  const { first_name: first, last_name: last } = s.raw.fields
  const text = [first, last].filter((part) => typeof part === 'string').join(' ')
  return text === '' ? null : text
}

/** The segment that a cluster's tracks make. Pure: the same for any order of the tracks. */
export function mergeCluster(tracks: LegHistory[], env: MergeEnv): MergedSegment {
  const told = bookingsBySource(tracks, env)
  const top = told[0] as SourceBookings
  const standings = top.bookings.map((b) => b.status)
  const live = standings.some((standing) => standing !== 'Cancelled')
  const status: StatementStatus = !live ? 'Cancelled' : standings.includes('Active') ? 'Active' : 'Pending'
  const held = told.every((account) => account.versions.every((s) => s.status === 'Cancelled'))
  const words: Told[] = []
  const trackOf = new Map<Statement, LegHistory>()
  for (const track of tracks) for (const word of track.versions) trackOf.set(word, track)
  for (const account of told) {
    currentStatements(account, live).forEach((word, i) => {
      words.push({ account, word: firstOfRepeats(trackOf, word), beside: i > 0 })
    })
  }
  const type = (top.versions[0] as Statement).raw.type
  const plain = words.map((entry) => entry.word)
  const { fields, origins } = fieldsOf(words, plain, env)
  const current = words.filter((entry) => !entry.beside).map((entry) => entry.word)
  const view = withKnownPlaces(mergedStatement(type, top.source, fields, plain, env.places), plain)
  return {
    type,
    status,
    held,
    source: words[0]?.account.source ?? top.source,
    fields,
    origins,
    statement: view,
    currentStatements: current,
    travellers: told.flatMap((account) =>
      account.bookings.flatMap((b) =>
        live && b.status === 'Cancelled'
          ? []
          : travellersOn(b.versions.findLast((s) => s.traveller !== null)),
      ),
    ),
    bookings: told.flatMap((account) =>
      account.bookings.map((booking) => {
        const last =
          booking.versions.findLast((s) => s.traveller !== null) ?? (booking.versions.at(-1) as Statement)
        const seat = booking.versions
          .map((s) => s.raw.fields.seat_assignment)
          .filter((v) => typeof v === 'string')
          .at(-1)
        const locator = booking.versions
          .map((s) => s.locator)
          .filter((v) => v !== null)
          .at(-1)
        return {
          source: account.source,
          confirmation_no: locator ?? null,
          traveler: travelerText(last),
          seat_assignment: (seat as string | undefined) ?? null,
          status: booking.status,
        }
      }),
    ),
    previous: previousOf(trackOf, words[0]?.word ?? null),
    warnings: mergeWarnings(type, fields, view, current),
  }
}

/** A word, and the account of its source. */
interface Told {
  account: SourceBookings
  word: Statement
  beside: boolean
}

/** Each field from the first of the words that has it, in order of priority, and which raw segment that was. */
function fieldsOf(
  words: readonly Told[],
  plain: readonly Statement[],
  env: MergeEnv,
): Pick<MergedSegment, 'fields' | 'origins'> {
  const names = plain.map(({ raw }) => fieldNames(raw))
  const { fields: taken, blank } = mergePlan(names)
  const said = plain.map((word): Origin => ({ source: word.raw.source, raw_id: word.raw.id }))
  // Where all words have the same fields, these are all there will be.
  const alike = names.every((list) => list === names[0])
  const fields: Fields = alike ? { ...blank } : {}
  const origins = (alike ? { ...blank } : {}) as unknown as Record<string, Origin>
  const ranks =
    plain.length > 1 &&
    words.some(({ account }) => Object.keys(env.source(account.source)?.groupPriority ?? {}).length > 0)
  const ranked = (group: FieldGroup | null): readonly Statement[] => {
    if (
      !ranks ||
      group === null ||
      !words.some(({ account }) => env.source(account.source)?.groupPriority[group] !== undefined)
    )
      return plain
    const rank = (source: string): number =>
      env.source(source)?.groupPriority[group] ?? env.source(source)?.priority ?? UNKNOWN_SOURCE_PRIORITY
    return words
      .slice()
      .sort((a, b) => rank(a.account.source) - rank(b.account.source))
      .map((entry) => entry.word)
  }
  for (const { field, group, partners } of taken) {
    const winner = winnerOf(field, ranked(group))
    if (winner === null) continue
    const origin = said[plain.indexOf(winner)] as Origin
    fields[field] = winner.raw.fields[field]
    origins[field] = origin
    for (const partner of partners) {
      const value = winner.raw.fields[partner]
      if (value === undefined) continue
      fields[partner] = value
      origins[partner] = origin
    }
  }
  return { fields, origins }
}

/** The first word that has the field, and not as a placeholder; without one the first that has it. */
function winnerOf(field: string, order: readonly Statement[]): Statement | null {
  let held: Statement | null = null
  for (const s of order) {
    if (s.raw.fields[field] === undefined) continue
    if (!isPlaceholderValue(s, field)) return s
    held ??= s
  }
  return held
}

function previousOf(
  tracks: ReadonlyMap<Statement, LegHistory>,
  word: Statement | null,
): MergedSegment['previous'] {
  if (word === null) return null
  const kind = SEGMENT_KINDS[word.raw.type]
  const track = tracks.get(word)
  if (track === undefined) return null
  let changed = word
  for (let i = track.versions.indexOf(word) - 1; i >= 0; i--) {
    const older = track.versions[i] as Statement
    const start = older.raw.fields[kind.start]
    const end = kind.end === null ? null : older.raw.fields[kind.end]
    if (start !== word.raw.fields[kind.start] || (kind.end !== null && end !== word.raw.fields[kind.end]))
      return { start, end: end ?? null, changed: changed.statedAt }
    changed = older
  }
  return null
}

/** What a reader is to know of the merged fields; `words` are the sources' current words. */
export function mergeWarnings(
  type: SegmentType,
  fields: Fields,
  view: Statement,
  words: Statement[],
): SegmentWarning[] {
  const out: SegmentWarning[] = []
  const kind = SEGMENT_KINDS[type]
  const first = words[0]
  for (const other of words.slice(1)) {
    if (
      first === undefined ||
      other.statedAt <= first.statedAt ||
      other.start === null ||
      first.start === null ||
      !other.start.timed ||
      !first.start.timed
    )
      continue
    const ends =
      other.end !== null &&
      first.end !== null &&
      other.end.timed &&
      first.end.timed &&
      other.end.wall !== first.end.wall
    if (other.start.wall !== first.start.wall || ends) {
      out.push({
        code: 'schedule_conflict',
        description: `${first.raw.source} says ${String(first.raw.fields[kind.start])}; ${other.raw.source} said later ${String(other.raw.fields[kind.start])}.`,
      })
    }
  }
  for (const s of words) {
    if (s.gdsStatus === null) continue
    const { warning } = gdsMeaning(s.gdsStatus)
    if (warning === 'no_show')
      out.push({
        code: 'no_show',
        description: `${s.raw.source} reports that the traveller did not show up.`,
      })
    if (warning === 'unknown_gds_status')
      out.push({
        code: 'unknown_gds_status',
        description: `${s.raw.source} sent the status ${s.gdsStatus}, which is not known.`,
      })
  }
  const told = (prefix: string, text: string | null): boolean =>
    [text ?? '', `${prefix}city_name`, `${prefix}city_code`, `${prefix}lat`].some(
      (name) => fields[name] !== undefined,
    )
  if (view.from === null) {
    const named = told(kind.from.prefix, kind.from.text)
    out.push(
      named
        ? { code: 'place_unknown', description: 'The place is not in the reference data.' }
        : { code: 'place_missing', description: 'No source has told the place.' },
    )
  }
  if (kind.to !== null && view.to === null && (type === 'Air' || type === 'Rail'))
    out.push({ code: 'place_unknown', description: 'The destination is not in the reference data.' })
  if ((view.start !== null && view.start.zone === null) || (view.end !== null && view.end.zone === null))
    out.push({
      code: 'zone_unknown',
      description: 'The time zone is not known; the local time is kept as told.',
    })
  if (
    view.start !== null &&
    view.end !== null &&
    areComparable(view.start, view.end) &&
    view.end.instant <= view.start.instant &&
    wallMinutes(fields[kind.end ?? '']) !== null
  ) {
    out.push({ code: 'date_order', description: 'The end does not come after the start.' })
  }
  return out
}
