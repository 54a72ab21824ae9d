/** RULES 3.5: each field from the first source, in order of priority, that has it. */
import type { Origin } from '../../../schemas/itinerary/stored/provenance.js'
import type { SourceRow } from '../../../schemas/itinerary/source-row.js'
import type { FieldGroup } from '../../../schemas/segment/fields/field-entry.js'
import { isDateText } from '../statement/moment.js'
import type { FieldKey } from '../../../schemas/segment/field-slots.js'
import { FieldValues } from '../statement/field-values.js'
import type { Statement } from '../statement/statement.js'
import { mergedFieldsOf, plannedFields } from './merge-plan.js'
import { misplaced } from './place-blocks.js'
import { isPlaceholder } from './placeholder.js'
import { UNKNOWN_SOURCE_PRIORITY } from './source-bookings.js'
import type { SourceBooking } from './source-bookings.js'

/** A current statement of a source, in order of priority. */
export interface RankedStatement {
  source: string
  /** The statement, with what earlier ones about its booking add (RULES 3.5.2). */
  statement: Statement
  /** The earlier statement that gave each field; null: none did. */
  givers: FieldValues<Statement> | null
  /** The version that it is. */
  version: Statement
  booking: SourceBooking
  /** It is not the source's newest one: another live booking of it, which fills in missing fields. */
  isFromOtherBooking: boolean
}

interface SourceTable {
  source: (id: string) => SourceRow | undefined
}

interface MergedFields {
  fields: FieldValues
  /** The raw segment that each field was taken from. */
  origins: FieldValues<Origin>
}

/** The merged fields of statements in order of priority. */
export function mergeFields(ranked: readonly RankedStatement[], env: SourceTable): MergedFields {
  const [only] = ranked
  if (ranked.length === 1 && only?.givers === null) return fieldsOfOne(only.statement)
  const statements = ranked.map((entry) => entry.statement)
  const { type } = (statements[0] as Statement).raw
  const fields = new FieldValues(type)
  const origins = new FieldValues<Origin>(type)
  const originOf = statements.map(({ raw }): Origin => ({ source: raw.source, raw_id: raw.id }))
  const orderFor = groupOrders(ranked, statements, env)
  const elsewhere = misplaced(orderFor('place'))
  for (const { field, group, all } of plannedFields(statements.map(({ raw }) => raw.fields))) {
    const others = elsewhere?.get(field.name)
    const order = orderFor(group)
    const winner = winnerOf(field, others === undefined ? order : order.filter((s) => !others.has(s)))
    if (winner === null) continue
    const at = statements.indexOf(winner)
    const givers = ranked[at]?.givers ?? null
    for (const taken of all) {
      const value = winner.raw.fields.at(taken)
      if (value === undefined) continue
      const giver = givers?.at(taken)
      fields.put(taken, value)
      origins.put(
        taken,
        giver === undefined ? originOf[at] : { source: giver.raw.source, raw_id: giver.raw.id },
      )
    }
  }
  return { fields, origins }
}

/** The fields of a segment with one statement: all of it, which is the usual case. */
function fieldsOfOne({ raw }: Statement): MergedFields {
  const fields = new FieldValues(raw.type)
  const origins = new FieldValues<Origin>(raw.type)
  const origin: Origin = { source: raw.source, raw_id: raw.id }
  for (const field of mergedFieldsOf(raw.fields)) {
    fields.put(field, raw.fields.at(field))
    origins.put(field, origin)
  }
  return { fields, origins }
}

/**
 * The order of the statements for a group of fields, for which an installation may rank sources otherwise.
 */
function groupOrders(
  ranked: readonly RankedStatement[],
  statements: readonly Statement[],
  env: SourceTable,
): (group: FieldGroup | null) => readonly Statement[] {
  const hasOwnRanks =
    statements.length > 1 &&
    ranked.some(({ source }) => Object.keys(env.source(source)?.groupPriority ?? {}).length > 0)
  if (!hasOwnRanks) return () => statements
  return (group) => {
    if (
      group === null ||
      !ranked.some(({ source }) => env.source(source)?.groupPriority[group] !== undefined)
    )
      return statements
    const priority = (source: string): number => {
      const row = env.source(source)
      return row?.groupPriority[group] ?? row?.priority ?? UNKNOWN_SOURCE_PRIORITY
    }
    return ranked
      .slice()
      .sort((a, b) => priority(a.source) - priority(b.source))
      .map((entry) => entry.statement)
  }
}

/**
 * The first statement that has the field and not as a placeholder; without one, the first that has it. A date
 * alone yields only to a time on that day.
 */
function winnerOf(field: FieldKey, order: readonly Statement[]): Statement | null {
  let placeholder: Statement | null = null
  for (const s of order) {
    const value = s.raw.fields.at(field)
    if (value === undefined) continue
    const date = placeholder === null ? null : dateAlone(placeholder, field)
    if (!isPlaceholder(s, field.name) && (date === null || String(value).startsWith(date))) return s
    placeholder ??= s
  }
  return placeholder
}

/** The value of a date-time field that is a date alone; null for any other. */
function dateAlone({ raw }: Statement, field: FieldKey): string | null {
  const value = raw.fields.at(field)
  return field.name.endsWith('_datetime') && isDateText(value) ? (value as string) : null
}
