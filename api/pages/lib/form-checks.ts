/** Checks of form fields: what is wrong, in sentences that say how to correct it. */
import { REPLACEMENT } from '../../oauth/parameters.js'
import type { Passwords } from '../ports.js'
import { PASSWORD_MAX, PASSWORD_MIN } from '../sign-in/passwords.js'
import type { FieldError } from '../views/page-frame.js'

/**
 * A mailbox of RFC 5321 4.1.2 without quoted local parts; labels of the domain may be those of any script (RFC
 * 5890). Nothing that separates addresses in a header of a mail (RFC 5322 3.4) can be in it.
 */
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`
const EMAIL = new RegExp(String.raw`^[^\s@<>"(),:;[\\\]]{1,64}@${LABEL}(\.${LABEL})+$`, 'u')
const SEPARATORS = /[\s,;<>"]/u
const MAX_EMAIL = 254
/** Control and direction characters: they can make one name look like another. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/u

/** Keeps the checks that found an error, as a page shows them. */
export function fieldErrors(checks: ReadonlyArray<[field: string, error: string | null]>): FieldError[] {
  const errors: FieldError[] = []
  for (const [field, text] of checks) if (text !== null) errors.push({ field, text })
  return errors
}

/** The text as one line: trimmed, with white space collapsed. */
export function asLine(text: string): string {
  return text.replace(/[ \t\r\n]+/g, ' ').trim()
}

/**
 * What is wrong with a line of text, in a sentence; null if it is not empty, within the length, and without invisible
 * characters.
 * @param what how the error names the field, for example "your name"
 */
export function lineError(line: string, what: string, max: number): string | null {
  if (line === '') return `Enter ${what}.`
  if (line.length > max) return `Use at most ${max} characters for ${what}.`
  return INVISIBLE.test(line) ? `Remove invisible characters from ${what}.` : null
}

/**
 * What is wrong with the text as one email address, in a sentence; null if nothing. Other spellings of a letter
 * (full-width ones) count as that letter, because addresses are looked up that way.
 */
export function emailAddressError(text: string): string | null {
  const plain = text.normalize('NFKC')
  if (SEPARATORS.test(plain))
    return 'Enter one email address, without spaces, commas, semicolons, quotes or angle brackets.'
  const isAddress = EMAIL.test(plain) && !text.includes(REPLACEMENT) && !INVISIBLE.test(text)
  return isAddress && text.length <= MAX_EMAIL
    ? null
    : 'Enter an email address, for example name@example.com.'
}

/** What is wrong with a new password in the field `password` (oauth.md 5.7, 107 and 108). */
export function newPasswordErrors(password: string, passwords: Passwords): FieldError[] {
  const length = [...password].length
  const fail = (text: string): FieldError[] => [{ field: 'password', text }]
  if (length < PASSWORD_MIN) return fail(`Choose a password of at least ${PASSWORD_MIN} characters.`)
  if (length > PASSWORD_MAX) return fail(`Choose a password of at most ${PASSWORD_MAX} characters.`)
  return passwords.isCommon(password)
    ? fail('Choose another password: this is one of the first that attackers try.')
    : []
}
