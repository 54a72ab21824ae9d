/**
 * Names that pass for something else at a glance, of applications and of organisations: the service's own name in letters
 * that look like its own, and words that mix alphabets (Unicode Technical Standard 39, "highly restrictive").
 */
const OURS = 'tripfold'
/** So many of its letters may be unknown ones: whoever reads the rest reads the whole. */
const UNKNOWN_AT_MOST = 3
const UNKNOWN = '?'

/** Letters that pass for others: digits and signs; Cyrillic, Greek and Armenian; small capitals and Latin letters with strokes and hooks. */
const LOOKS_LIKE: Record<string, string> = {
  0: 'o',
  1: 'l',
  3: 'e',
  5: 's',
  7: 't',
  '|': 'l',
  '!': 'i',
  $: 's',
  '@': 'a',
  а: 'a',
  в: 'b',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  і: 'i',
  ѕ: 's',
  ԁ: 'd',
  ӏ: 'l',
  г: 'r',
  п: 'n',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  ι: 'i',
  ν: 'v',
  υ: 'u',
  α: 'a',
  ε: 'e',
  ı: 'i',
  ϝ: 'f',
  ƒ: 'f',
  օ: 'o',
  ք: 'p',
  ɩ: 'i',
  ɪ: 'i',
  ɾ: 'r',
  ʀ: 'r',
  ꞃ: 'r',
  ᴛ: 't',
  ᴘ: 'p',
  ꜰ: 'f',
  ᴏ: 'o',
  ʟ: 'l',
  ᴅ: 'd',
  ŧ: 't',
  ƭ: 't',
  ɽ: 'r',
  ɨ: 'i',
  ƥ: 'p',
  þ: 'p',
  ø: 'o',
  ɵ: 'o',
  ł: 'l',
  ɫ: 'l',
  ɭ: 'l',
  đ: 'd',
  ɖ: 'd',
  ɗ: 'd',
  ð: 'd',
}

/** Alphabets that have letters in common with another one, to the eye. */
const ALPHABETS = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Georgian', 'Lisu'].map(
  (name) => new RegExp(`\\p{Script=${name}}`, 'u'),
)
/** Written beside Latin in one word by those who read them, and like nothing in it. */
const EAST_ASIAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u
/** Letters and marks of no alphabet in particular. */
const SHARED = /[\p{Script=Common}\p{Script=Inherited}]/u

/** Why a name, of any length, could be taken for what it is not, in a sentence; null when it could not. */
export function lookAlikeError(text: string): string | null {
  if (passesForOurs(text)) return 'Choose a name that cannot be taken for the service itself.'
  return mixesAlphabets(text) ? 'Write each word of the name in the letters of one alphabet.' : null
}

/** Whether the service's own name can be read in the text. I, l and 1 count as one letter, and an unknown letter counts as whichever would fit. */
function passesForOurs(text: string): boolean {
  const read = skeleton(text)
  const ours = skeleton(OURS)
  for (let at = 0; at + ours.length <= read.length; at++) {
    let unknown = 0
    let alike = true
    for (let i = 0; i < ours.length && alike; i++) {
      if (read[at + i] === UNKNOWN) unknown++
      else alike = read[at + i] === ours[i]
    }
    if (alike && unknown <= UNKNOWN_AT_MOST) return true
  }
  return false
}

/** What the eye makes of the text, in a to z: other letters are unknown, everything that is no letter is left out. */
function skeleton(text: string): string {
  let out = ''
  for (const character of text.normalize('NFKD').toLowerCase()) {
    const letter = LOOKS_LIKE[character] ?? character
    if (/[a-z]/.test(letter)) out += letter
    else if (/\p{L}/u.test(letter)) out += UNKNOWN
  }
  return out.replaceAll('rn', 'm').replaceAll('vv', 'w').replaceAll('cl', 'd').replaceAll('i', 'l')
}

function mixesAlphabets(text: string): boolean {
  for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const letters = [...word].filter((character) => !SHARED.test(character) && !EAST_ASIAN.test(character))
    if (
      ALPHABETS.some(
        (alphabet) =>
          letters.some((letter) => alphabet.test(letter)) &&
          !letters.every((letter) => alphabet.test(letter)),
      )
    )
      return true
  }
  return false
}
