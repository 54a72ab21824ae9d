/** Checks of form fields. Each returns the value and the errors to show, with how to correct them. */
import { REPLACEMENT } from '../../oauth/parameters.js'
import type { Parameters } from '../../oauth/parameters.js'
import type { Passwords } from '../ports.js'
import { PASSWORD_MAX, PASSWORD_MIN } from '../sign-in/passwords.js'
import type { FieldError } from './render-page.js'

export interface CheckedField {
  value: string
  errors: FieldError[]
}

const EMAIL = /^[^\s@<>"(),:;[\\\]]+@[^\s@.]+(\.[^\s@.]+)+$/u
const MAX_EMAIL = 254
/** Control and direction characters: they can make one name look like another. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/u

/** Keeps the checks that found an error, as a page shows them. */
export function fieldErrors(checks: ReadonlyArray<[field: string, error: string | null]>): FieldError[] {
  const errors: FieldError[] = []
  for (const [field, text] of checks) if (text !== null) errors.push({ field, text })
  return errors
}

/**
 * A line of text: trimmed, with white space collapsed, within the length, without invisible characters.
 * @param what how an error names the field, for example "your name"
 */
export function checkText(form: Parameters, field: string, what: string, max: number): CheckedField {
  const value = (form.get(field) ?? '').replace(/[ \t\r\n]+/g, ' ').trim()
  const fail = (text: string): CheckedField => ({ value, errors: [{ field, text }] })
  if (value === '') return fail(`Enter ${what}.`)
  if (value.length > max) return fail(`Use at most ${max} characters for ${what}.`)
  if (INVISIBLE.test(value)) return fail(`Remove invisible characters from ${what}.`)
  return { value, errors: [] }
}

/** True if the text has the form of an email address. */
export function isEmailAddress(text: string): boolean {
  return EMAIL.test(text) && !text.includes(REPLACEMENT) && text.length <= MAX_EMAIL
}

export function checkEmail(form: Parameters): CheckedField {
  const value = (form.get('email') ?? '').trim()
  return isEmailAddress(value)
    ? { value, errors: [] }
    : { value, errors: [{ field: 'email', text: 'Enter an email address, for example name@example.com.' }] }
}

/** A new password (oauth.md 5.7, 107 and 108). */
export function checkNewPassword(form: Parameters, field: string, passwords: Passwords): CheckedField {
  const value = form.get(field) ?? ''
  const length = [...value].length
  const fail = (text: string): CheckedField => ({ value, errors: [{ field, text }] })
  if (length < PASSWORD_MIN) return fail(`Choose a password of at least ${PASSWORD_MIN} characters.`)
  if (length > PASSWORD_MAX) return fail(`Choose a password of at most ${PASSWORD_MAX} characters.`)
  if (passwords.isCommon(value))
    return fail('Choose another password: this is one of the first that attackers try.')
  return { value, errors: [] }
}
