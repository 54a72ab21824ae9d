/** RULES 3.2: of an entry that its source names by an id, only the newest version counts. */
import { MATCH_RULES } from '../../itinerary/match/match-rules.js'
import { RawSegment } from '../../itinerary/statement/raw-segment.js'
import { compareEntryVersions, statementOf } from '../../itinerary/statement/statement.js'
import type { Statement } from '../../itinerary/statement/statement.js'
import { statementsOfEntry } from '../../itinerary/statement/statement-index.js'
import { haveSameValues } from '../../itinerary/statement/field-values.js'
import { addRawSegment } from './add-raw-segments.js'
import type { Intake } from './intake.js'
import { dropRawSegment, mergeAgain, replacedIds, replaceStatement } from './replace-statement.js'

/**
 * Adds raw segments of one message: those without an id of an entry as they are, those of one entry as a version of
 * it. The newest version is kept, and of a cancelled entry also the newest one before that it cancels.
 */
export function addEntryVersion(intake: Intake, raws: readonly RawSegment[]): void {
  const statements = raws.map((raw) => statementOf(raw, intake.env.places))
  for (const version of versionsOf(statements)) addVersion(intake, version)
}

/** The versions of each entry that a message holds. */
function versionsOf(statements: readonly Statement[]): Statement[][] {
  const entries = new Map<unknown, Statement[]>()
  for (const s of statements) {
    const key = s.entry === null ? s : `${s.raw.source}#${s.entry}`
    const others = entries.get(key)
    if (others === undefined) entries.set(key, [s])
    else others.push(s)
  }
  return [...entries.values()].flatMap(versionsOfEntry)
}

/**
 * Live ones first: a cancellation of the same stamps finds what it cancels. Of these the newest first: an older one finds
 * what has taken its place.
 */
function versionsOfEntry(statements: readonly Statement[]): Statement[][] {
  const versions: Statement[][] = []
  const order = (a: Statement, b: Statement): number =>
    Number(isCancelled(a)) - Number(isCancelled(b)) || compareEntryVersions(b, a)
  for (const s of statements.toSorted(order)) {
    const version = versions.at(-1)
    if (version !== undefined && order(version[0]!, s) === 0) version.push(s)
    else versions.push([s])
  }
  return versions
}

const isCancelled = ({ status }: Statement): boolean => status === 'Cancelled'

function addVersion(intake: Intake, version: readonly Statement[]): void {
  const [first] = version as [Statement, ...Statement[]]
  const { state, batch, env } = intake
  if (first.entry === null) {
    addRawSegment(intake, first.raw)
    return
  }
  const known = statementsOfEntry(state.index, first.raw.source, first.entry).map((raw) =>
    statementOf(raw, env.places),
  )
  const live = known.filter((s) => !isCancelled(s))
  const isEnd = isCancelled(first)
  const isLate = (isEnd ? known : live).some((s) => compareEntryVersions(s, first) > 0)
  if (isLate || isEnd) {
    const raws = live.map(({ raw }) => raw)
    for (const { raw } of version) batch.cancelledStatements.set(raw.id, raws)
    mergeAgain(intake, raws)
  }
  if (isLate) return
  const older = (isEnd ? known.filter(isCancelled) : known).filter((s) => compareEntryVersions(s, first) < 0)
  takePlace(intake, older, version)
}

/** Puts a version in the place of older ones; what it no longer has is dropped. */
function takePlace(intake: Intake, older: readonly Statement[], version: readonly Statement[]): void {
  const rest = new Set(older)
  for (const s of version) {
    const before = counterpart(s, [...rest])
    if (before === undefined) {
      addRawSegment(intake, s.raw)
      continue
    }
    rest.delete(before)
    const { state, batch } = intake
    const segment = state.segments.get(state.segmentOf.get(before.raw.id) ?? '')
    const isRepeat = before.raw.client === s.raw.client && haveSameValues(before.raw.fields, s.raw.fields)
    if (isRepeat) batch.rawIds[batch.rawIds.indexOf(s.raw.id)] = before.raw.id
    const head = isRepeat ? { id: before.raw.id } : { replaced: replacedIds(before.raw) }
    replaceStatement(intake, new RawSegment({ ...s.raw, ...head }, s.raw.fields), before.raw, segment)
  }
  for (const { raw } of rest) dropRawSegment(intake, raw)
}

/** The one of an older version that the statement changes: the same, else the one changed least, else the first. */
function counterpart(s: Statement, older: readonly Statement[]): Statement | undefined {
  const ofType = older.filter(
    ({ raw, status }) => raw.type === s.raw.type && isCancelled(s) === (status === 'Cancelled'),
  )
  const { continuationOf } = MATCH_RULES[s.raw.type]
  return (
    ofType.find((before) => continuationOf(before, s) === 'same') ??
    ofType.find((before) => continuationOf(before, s) === 'changed') ??
    ofType[0]
  )
}
