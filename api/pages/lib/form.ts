/**
 * Forms and filters. A field is declared once, as a TypeBox schema that says what a value has to be, how the sent text
 * becomes it, and what a page shows of it (views/field.ts); `formReader` reads all of a form.
 */
import Type from 'typebox'
import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Parameters } from '../../oauth/parameters.js'
import type { FieldError } from '../views/page-frame.js'
import { asLine, emailAddressError, lineError } from './form-checks.js'

/** What a page shows of a field. */
export interface Shown {
  label?: string
  type?: 'text' | 'email' | 'password' | 'date' | 'time' | 'datetime-local'
  hint?: string | null
  autocomplete?: string
  inputmode?: 'numeric' | 'decimal'
  /** Neither spelling nor capitals are corrected; so it is with passwords. */
  plain?: boolean
  required?: boolean
  /** Lines of a longer text. */
  rows?: number
  /** Values to choose from, with their words. */
  options?: ReadonlyArray<readonly [value: string, words: string]>
}

/** Makes the value of what was sent; null: nothing was. */
type Reading = (sent: string | null) => unknown
type Field = TSchema & { shown?: Shown; read?: Reading }
export type Fields = Readonly<Record<string, Field>>
export type FormOf<F extends Fields> = { [K in keyof F]: Static<F[K]> }

/** What was read, and the sentences for what is wrong with it. */
export interface ReadForm<F extends Fields> {
  form: FormOf<F>
  errors: FieldError[]
}

/** Why a value is refused, in a sentence; null if it is not. */
type Says = (value: string) => string | null

const refined = (read: Reading, shown: Shown, says: Says) =>
  Type.Refine(
    Type.String({ read, shown }),
    (value) => says(value) === null,
    (value) => says(value) ?? '',
  )
const anything: Says = () => null
const trimmed = (sent: string | null): string => (sent ?? '').trim()

/** Text as it was sent; of what is absent nothing. */
export const asSent = (shown: Shown = {}) => refined((sent) => sent ?? '', shown, anything)

/** Text, trimmed. */
export const text = (shown: Shown = {}, says: Says = anything) => refined(trimmed, shown, says)

/** Text in the form in which equal characters are equal (NFC), trimmed. */
export const name = (shown: Shown, says: Says) =>
  refined((sent) => trimmed(sent).normalize('NFC'), shown, says)

/** A line of text. @param what how an error names it, for example "your name" */
export const line = (shown: Shown, what: string, max: number, says: Says = anything) =>
  refined(
    (sent) => asLine(sent ?? ''),
    shown,
    (value) => lineError(value, what, max) ?? says(value),
  )

/** An email address. */
export const email = (shown: Shown) => text({ type: 'email', ...shown }, emailAddressError)

/** A password. */
export const secret = (label: string, autocomplete = 'current-password', hint: string | null = null) =>
  asSent({ label, type: 'password', autocomplete, hint })

/** A box that is ticked, or a button that was pressed. */
export const flag = (label?: string) =>
  Type.Boolean({ read: (sent: string | null) => sent !== null, shown: label === undefined ? {} : { label } })

/** One of the values; anything else counts as `otherwise`. */
export const choice = <const T extends string, const O extends string | null>(
  values: readonly T[],
  otherwise: O,
  shown: Shown = {},
) =>
  Type.Unsafe<T | O>(
    Type.Unknown({
      read: (sent: string | null) => values.find((one) => one === sent) ?? otherwise,
      shown: { options: values.map((one) => [one, one.replace('_', ' ')] as const), ...shown },
    }),
  )

/** What does not read as a `T` counts as absent: null. */
const nullable = <T>(shown: Shown, read: (value: string) => T | null) =>
  Type.Unsafe<T | null>(
    Type.Unknown({
      read: (sent: string | null) => {
        const value = trimmed(sent)
        return value === '' || value.length > MAX_FILTER ? null : read(value)
      },
      shown: { required: false, ...shown },
    }),
  )

const MAX_FILTER = 100
const DATE_TIME_INPUT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?$/
const MINUTE_MS = 60_000

/** Text of up to 100 characters to look for; null for anything else. */
export const wanted = (shown: Shown, read: (value: string) => string | null = (value) => value) =>
  nullable(shown, read)

/** A number to look for. */
export const wantedNumber = (shown: Shown, min: number, max: number) =>
  nullable({ inputmode: 'numeric', ...shown }, (value) => {
    const number = Number(value)
    return Number.isInteger(number) && number >= min && number <= max ? number : null
  })

/** An instant, UTC, in epoch milliseconds. */
export const instant = (label: string) => nullable({ label, type: 'datetime-local' }, readInstant)

function readInstant(value: string): number | null {
  const at = DATE_TIME_INPUT.test(value) ? Date.parse(`${value}Z`) : Number.NaN
  return Number.isNaN(at) ? null : at
}

/** The value for a datetime-local field, UTC, with seconds only if there are any; of null nothing. */
export function instantInput(at: number | null): string {
  return at === null ? '' : new Date(at).toISOString().slice(0, at % MINUTE_MS === 0 ? 16 : 19)
}

/** What a page shows of the field. */
export function shownOf({ shown = {} }: Field): Shown {
  return shown
}

/** The text of a value in a field. */
export function shownValue(field: Field | undefined, value: unknown): string {
  if (typeof value === 'number')
    return field?.shown?.type === 'datetime-local' ? instantInput(value) : String(value)
  return typeof value === 'string' ? value : ''
}

/** Compiles the fields of a form. */
export function formReader<F extends Fields>(fields: F): (sent: Parameters) => ReadForm<F> {
  const all = Object.entries(fields).map(([field, schema]) => ({
    field,
    read: schema.read,
    check: Compile(schema),
  }))
  return (sent) => {
    const form: Record<string, unknown> = {}
    const errors: FieldError[] = []
    for (const { field, read, check } of all) {
      const value = read?.(sent.get(field))
      form[field] = value
      if (!check.Check(value)) errors.push({ field, text: check.Errors(value)[0]?.message ?? '' })
    }
    return { form: form as FormOf<F>, errors }
  }
}
