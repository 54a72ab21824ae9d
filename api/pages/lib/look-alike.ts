/**
 * Names of applications and organisations that could be taken for something else: the service's own name
 * written in similar letters, and words that mix alphabets (Unicode Technical Standard 39, "highly
 * restrictive").
 */
const OWN_NAME = 'tripfold'
/** With up to this many letters unknown, a reader still recognises the name. */
const MAX_UNKNOWN = 3
const UNKNOWN = '?'

/** What looks like a letter: digits and signs; Cyrillic, Greek and Armenian; small capitals, strokes and hooks. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: '@аα',
  b: 'в',
  c: 'с',
  d: 'ԁᴅđɖɗð',
  e: '3еε',
  f: 'ϝƒꜰ',
  i: '!іιıɩɪɨ',
  l: '1|ӏʟłɫɭ',
  n: 'п',
  o: '0оοօᴏøɵ',
  p: 'рρքᴘƥþ',
  r: 'гɾʀꞃɽ',
  s: '5$ѕ',
  t: '7тτᴛŧƭ',
  u: 'υ',
  v: 'ν',
  x: 'х',
  y: 'у',
}
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
  if (resemblesOwnName(text)) return 'Choose a name that cannot be taken for the service itself.'
  return mixesAlphabets(text) ? 'Write each word of the name in the letters of one alphabet.' : null
}

/**
 * True if the service's own name can be read in the text. I, l and 1 are one letter; an unknown letter
 * matches any.
 */
function resemblesOwnName(text: string): boolean {
  const letters = skeleton(text)
  const own = skeleton(OWN_NAME)
  for (let start = 0; start + own.length <= letters.length; start++)
    if (matchesAt(letters, start, own)) return true
  return false
}

function matchesAt(letters: string, start: number, own: string): boolean {
  let unknown = 0
  for (let i = 0; i < own.length; i++) {
    const letter = letters[start + i]
    if (letter === UNKNOWN) unknown++
    else if (letter !== own[i]) return false
  }
  return unknown <= MAX_UNKNOWN
}

/** The text as the eye reads it, in a to z. Other letters become unknown; everything else is left out. */
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
