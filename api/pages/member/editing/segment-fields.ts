/** The fields of each segment type as a form has them, from the catalogue, and what of a sent form is a change. */
import { perType, SEGMENT_DEFINITIONS } from '../../../../schemas/segment/catalog.js'
import { commonFields } from '../../../../schemas/segment/fields/common.js'
import { fieldKindOf } from '../../../../schemas/segment/fields/field-entry.js'
import type { FieldEntry } from '../../../../schemas/segment/fields/field-entry.js'
import type { FieldKind } from '../../../../schemas/segment/fields/field.js'
import type { SegmentType } from '../../../../schemas/segment/fields/segment-types.js'
import { SEGMENT_KINDS } from '../../../../schemas/segment/segment-kinds.js'
import { scalarField } from '../../../http/form/form-values.js'
import type { Shape } from '../../../http/faults/shape.js'
import type { Parameters } from '../../../oauth/parameters.js'
import { asLine } from '../../lib/form-checks.js'
import type { Field } from '../../views/field.js'
import { fieldLabel } from '../../../segment-words/field-words.js'

/** The text of each field as its form shows it; '' for no value. */
export type Texts = Readonly<Record<string, string>>

interface FormField {
  name: string
  label: string
  kind: FieldKind | undefined
  entry: FieldEntry
  /** Whether it is shown at once, and not among further details. */
  isMain: boolean
}

/** Nobody types these. */
const LEFT_OUT = new Set<FieldKind | undefined>(['list', 'object', 'verbatim', 'instant', 'decimal'])
const FURTHER_ROLES = new Set<FieldEntry['role']>([undefined, 'startZone', 'endZone', 'zone'])
const MAIN = /^(?:confirmation_no|seat_assignment|notes|address1)$/
/** For places that are named neither by a code nor by a station. */
const CITY = /^(?:[a-z]+_)?city_name$/
const LONG_TEXT_ROWS = 3

export const FORM_FIELDS = perType(({ type, fields }): readonly FormField[] =>
  Object.entries({ ...fields, ...commonFields })
    .filter(([, entry]) => isTyped(entry))
    .map(([name, entry]) => ({
      name,
      label: fieldLabel(name, type),
      entry,
      kind: fieldKindOf(entry),
      isMain:
        entry.presence === 'required' ||
        entry.expected === true ||
        !FURTHER_ROLES.has(entry.role) ||
        MAIN.test(name) ||
        (CITY.test(name) && !('origin' in fields)),
    })),
)

function isTyped(entry: FieldEntry): boolean {
  const kind = fieldKindOf(entry)
  const isLiveTime = entry.live === true && kind === 'datetime'
  return entry.presence !== 'documentOnly' && entry.hidden !== true && !isLiveTime && !LEFT_OUT.has(kind)
}

/** What the form shows of a stored segment. */
export function shownTexts(type: SegmentType, doc: Readonly<Record<string, unknown>>): Texts {
  return Object.fromEntries(FORM_FIELDS[type].map(({ name }) => [name, shownText(doc[name])]))
}

/** Seconds are shown if there are any. */
function shownText(value: unknown): string {
  return value == null ? '' : String(value).replace(/(T\d\d:\d\d):00$/, '$1')
}

export function sentTexts(type: SegmentType, sent: Parameters): Texts {
  return Object.fromEntries(
    FORM_FIELDS[type].map(({ name, kind }) => {
      const text = sent.get(name) ?? ''
      if (kind === 'lines') return [name, text.replace(/\r\n?/g, '\n').trim()]
      const time = kind === 'datetime' ? asLine(sent.get(timeOf(name)) ?? '') : ''
      return [name, `${asLine(text)}${time === '' ? '' : `T${time}`}`]
    }),
  )
}

const timeOf = (name: string): string => `${name}-time`

/** The inputs of a form: of a date-time two, because its time may not be known. */
export function inputsOf({ name, label, kind, entry }: FormField, texts: Texts): Field[] {
  const { presence, schema } = entry
  const value = texts[name] ?? ''
  const input = { id: name, label, value, required: presence === 'required' }
  const { enum: values } = schema as { enum?: readonly string[] }
  switch (kind) {
    case 'datetime': {
      const [, day = '', time = ''] = /^([^T]*)(?:T(.*))?$/s.exec(value) ?? []
      const what = label.endsWith(' time') ? label.slice(0, -' time'.length) : `${label}:`
      return [
        { ...input, label: `${what} day`, type: 'date', value: day },
        {
          ...{ id: timeOf(name), label: `${what} time`, type: 'time', value: time, required: false },
          hint: 'The local time, if it is known.',
        },
      ]
    }
    case 'date':
    case 'time':
      return [{ ...input, type: kind }]
    case 'lines':
      return [{ ...input, rows: LONG_TEXT_ROWS }]
    case 'integer':
      return [{ ...input, inputmode: 'numeric' }]
    case 'price':
      return [{ ...input, inputmode: 'decimal' }]
    case 'boolean':
      return [{ ...input, any: '', options: YES_OR_NO }]
    default:
      return values === undefined
        ? [{ ...input, plain: true }]
        : [{ ...input, any: '', options: values.map((one) => [one, one]) }]
  }
}

const YES_OR_NO = [
  ['true', 'Yes'],
  ['false', 'No'],
] as const

/** What differs from the texts that the form was filled with, typed as a form of the API is; emptied: null. */
export function changesOf(type: SegmentType, was: Texts, now: Texts): Record<string, unknown> {
  const changes: Record<string, unknown> = {}
  for (const { name, kind, entry } of FORM_FIELDS[type])
    if (comparable(kind, was[name]) !== comparable(kind, now[name]))
      changes[name] = scalarField(name, now[name] ?? '', entry.schema as unknown as Shape)
  return { ...outdated(type, changes), ...changes }
}

const comparable = (kind: FieldKind | undefined, text = ''): string =>
  kind === 'lines' ? text.replace(/\s*\n\s*/g, '\n').trim() : asLine(text)

const FOUND = ['admin_code', 'country', 'lat', 'lon', 'city_code', 'code']
const NAMED = ['name', 'city_name', 'address1', 'address2', 'postal_code']

/** Of a place that was changed, what was known of the old one and was not changed with it: null. */
function outdated(type: SegmentType, changes: Readonly<Record<string, unknown>>): Record<string, null> {
  const { from, to, startZone, endZone } = SEGMENT_KINDS[type]
  const names = [[from, startZone] as const, ...(to === null ? [] : [[to, endZone] as const])].flatMap(
    ([{ text, prefix }, zone]) => {
      const isOther = text !== null && Object.hasOwn(changes, text)
      if (!isOther && !Object.hasOwn(changes, `${prefix}city_name`)) return []
      return [zone, ...[...FOUND, ...(isOther ? NAMED : [])].map((part) => prefix + part)]
    },
  )
  const known = new Set(Object.keys(SEGMENT_DEFINITIONS[type].fields))
  return Object.fromEntries(names.filter((name) => known.has(name)).map((name) => [name, null]))
}
