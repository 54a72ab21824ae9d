/** Record locators and confirmation numbers (RULES N2). */
import WORDS from '../data/locator-words.json' with { type: 'json' }
import { normaliseText } from './text.js'

/** Words that senders put in front of a locator; the longer of two alternatives comes first. */
const LABEL_WORDS = WORDS.labels.replaceAll(' ', '|')
const LABEL = new RegExp(`^(?:(?:${LABEL_WORDS})\\b[\\s.:#-]*)+`)
/** Words that mean that there is no locator. */
const PLACEHOLDERS = new Set(WORDS.placeholders.split(' '))

/** A locator without anything to remove. */
const BARE = /^[A-Z0-9]{4,}$/

/** True for a word that means "none", and for text without letters and digits. */
export function isPlaceholder(text: string): boolean {
  const bare = text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
  return bare === '' || PLACEHOLDERS.has(bare)
}

/**
 * Upper case without spaces, dashes and labels; null if it has fewer than four characters or means "none".
 */
export function normaliseLocator(value: unknown): string | null {
  const text = normaliseText(value)
  if (text === null) return null
  if (BARE.test(text)) return PLACEHOLDERS.has(text) ? null : text
  const upper = text.toUpperCase()
  const bare = (upper.replace(LABEL, '') || upper).replace(/[^\p{L}\p{N}]/gu, '')
  if (bare.length < 4 || PLACEHOLDERS.has(bare)) return null
  return bare
}

/** The form in which locators are compared: the digits 0 and 1 become the letters they are misread as. */
export function locatorKey(locator: string): string {
  return /^\d+$/.test(locator) ? locator : locator.replace(/0/g, 'O').replace(/1/g, 'I')
}
