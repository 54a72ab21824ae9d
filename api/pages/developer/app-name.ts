/**
 * Names of applications. People decide by them, so they must be what they look like (OAuth 2.1, "Consent
 * Phishing").
 */
import { lookAlikeError } from '../lib/look-alike.js'

export const MAX_NAME_LENGTH = 60
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u

/** Why the text cannot be the name of an application, in a sentence; null if it can. */
export function appNameError(text: string): string | null {
  if (text === '') return 'Enter a name for the application.'
  if ([...text].length > MAX_NAME_LENGTH) return `Use at most ${MAX_NAME_LENGTH} characters for the name.`
  if (INVISIBLE.test(text)) return 'Remove invisible or direction-changing characters from the name.'
  if (!/[\p{L}\p{N}]/u.test(text)) return 'Use letters or digits in the name.'
  return lookAlikeError(text)
}
