/** Checks of what people type: each answers the faults to show, with what to do about them. */
import { REPLACEMENT } from '../../oauth/parameters.js'
import type { Parameters } from '../../oauth/parameters.js'
import type { FieldError } from './render-page.js'
import { PASSWORD_MAX, PASSWORD_MIN } from '../sign-in/passwords.js'
import type { Passwords } from '../ports.js'

const EMAIL = /^[^\s@<>"(),:;[\\\]]+@[^\s@.]+(\.[^\s@.]+)+$/u
/** Control and direction characters: they make a name look like another one. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/u

/** A line of text: trimmed, its spaces and breaks one space each, within the length, without invisible characters. */
export function checkText(
  form: Parameters,
  field: string,
  what: string,
  max: number,
): { value: string; errors: FieldError[] } {
  const value = (form.get(field) ?? '').replace(/[ \t\r\n]+/g, ' ').trim()
  if (value === '') return { value, errors: [{ field, text: `Enter ${what}.` }] }
  if (value.length > max)
    return { value, errors: [{ field, text: `Use at most ${max} characters for ${what}.` }] }
  if (INVISIBLE.test(value))
    return { value, errors: [{ field, text: `Remove invisible characters from ${what}.` }] }
  return { value, errors: [] }
}

/** Whether mail could go to it, as far as its letters tell. */
export function isEmailAddress(text: string): boolean {
  return EMAIL.test(text) && !text.includes(REPLACEMENT) && text.length <= 254
}

export function checkEmail(form: Parameters): { value: string; errors: FieldError[] } {
  const value = (form.get('email') ?? '').trim()
  return isEmailAddress(value)
    ? { value, errors: [] }
    : { value, errors: [{ field: 'email', text: 'Enter an email address, for example name@example.com.' }] }
}

/** A new password (ASVS 6.2): 8 characters or more, any of them, and not one of the commonest. */
export function checkNewPassword(
  form: Parameters,
  field: string,
  passwords: Passwords,
): { value: string; errors: FieldError[] } {
  const value = form.get(field) ?? ''
  const length = [...value].length
  if (length < PASSWORD_MIN)
    return { value, errors: [{ field, text: `Choose a password of at least ${PASSWORD_MIN} characters.` }] }
  if (length > PASSWORD_MAX)
    return { value, errors: [{ field, text: `Choose a password of at most ${PASSWORD_MAX} characters.` }] }
  if (passwords.isCommon(value))
    return {
      value,
      errors: [{ field, text: 'Choose another password: this is one of the first that is tried.' }],
    }
  return { value, errors: [] }
}
