/**
 * Names of applications, organisations and developers that could be taken for something else: the service's own name
 * written in similar letters, a claim to be verified, and words that mix alphabets (Unicode Technical Standard 39,
 * "highly restrictive").
 */
import LETTERS from './look-alikes.json' with { type: 'json' }
import { readFileSync } from 'node:fs'

const OWN_NAME = 'tripfold'
/** With up to this many letters unknown, a reader still recognises the name. */
const MAX_UNKNOWN = 3
const UNKNOWN = '?'

/** What looks like a letter: digits and signs; Cyrillic, Greek and Armenian; small capitals, strokes and hooks. */
const LOOK_ALIKES: Readonly<Record<string, string>> = LETTERS
const LOOKS_LIKE = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([letter, others]) =>
    [...others].map((one): [string, string] => [one, letter]),
  ),
)

/** Alphabets with letters that look like those of another one. */
const ALPHABETS = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Georgian', 'Lisu'].map(
  (name) => new RegExp(`\\p{Script=${name}}`, 'u'),
)
/** Commonly written next to Latin within one word, and similar to nothing in it. */
const EAST_ASIAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u
/** Characters that belong to no alphabet in particular. */
const SHARED = /[\p{Script=Common}\p{Script=Inherited}]/u

/** Why a name could be mistaken for something else, in a sentence; null if it could not. */
export function lookAlikeError(text: string): string | null {
  const letters = skeleton(text)
  if (holds(letters, skeleton(OWN_NAME)))
    return 'Choose a name that cannot be mistaken for the service itself.'
  if (claimsVerification(text, letters))
    return 'Choose a name that does not claim to be verified: we show that ourselves.'
  return mixesAlphabets(text) ? 'Write each word of the name in the letters of one alphabet.' : null
}

/** What `verified-words.txt` lists: words that have letters a to z, as the eye reads them, and others as they are. */
const CLAIMS = readFileSync(new URL('verified-words.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
const LATIN_CLAIMS = CLAIMS.filter((word) => /[a-z]/.test(word)).map(skeleton)
const OTHER_CLAIMS = CLAIMS.filter((word) => !/[a-z]/.test(word))

function claimsVerification(text: string, letters: string): boolean {
  const plain = text.normalize('NFKC').toLowerCase()
  return (
    OTHER_CLAIMS.some((word) => plain.includes(word)) || LATIN_CLAIMS.some((word) => holds(letters, word))
  )
}

/** True if the word can be read in the text, both as skeletons; an unknown letter matches any. */
function holds(letters: string, word: string): boolean {
  for (let start = 0; start + word.length <= letters.length; start++)
    if (matchesAt(letters, start, word)) return true
  return false
}

function matchesAt(letters: string, start: number, word: string): boolean {
  let unknown = 0
  for (let i = 0; i < word.length; i++) {
    const letter = letters[start + i]
    if (letter === UNKNOWN) unknown++
    else if (letter !== word[i]) return false
  }
  return unknown <= MAX_UNKNOWN
}

/** The text as the eye reads it, in a to z; I, l and 1 are one letter. Other letters become unknown; everything else is left out. */
function skeleton(text: string): string {
  let out = ''
  for (const character of text.normalize('NFKD').toLowerCase()) {
    const letter = LOOKS_LIKE.get(character) ?? character
    if (/[a-z]/.test(letter)) out += letter
    else if (/\p{L}/u.test(letter)) out += UNKNOWN
  }
  return out.replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('cl', 'd').replaceAll('i', 'l')
}

function mixesAlphabets(text: string): boolean {
  for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const letters = [...word].filter((character) => !SHARED.test(character) && !EAST_ASIAN.test(character))
    const isMixed = ALPHABETS.some((alphabet) => {
      const own = letters.filter((letter) => alphabet.test(letter)).length
      return own > 0 && own < letters.length
    })
    if (isMixed) return true
  }
  return false
}
