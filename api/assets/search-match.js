/** What the search of the documentation finds. An entry is [title, kind, address, words]. */

const MAX_RESULTS = 12
const MAX_SAME_TITLE = 3
/** Shorter words have to be typed right, but for one letter that is missing in a word of this length. */
const LEAST_LETTERS_FOR_TYPO = 5

/** Other words for the same thing. */
const SYNONYMS = {
  sdk: ['client', 'typescript', 'package'],
  library: ['client', 'package'],
  client: ['sdk'],
  token: ['credential', 'access_token'],
  credential: ['token'],
  signature: ['hmac', 'signed'],
  hmac: ['signature'],
  webhook: ['callback'],
  callback: ['webhook'],
  mail: ['email', 'mails'],
  register: ['sign'],
  typescript: ['client'],
  python: ['client'],
  pagination: ['lists', 'offset'],
  paging: ['lists', 'offset'],
  dedupe: ['duplicates', 'matching', 'merged'],
  deduplication: ['duplicates', 'matching', 'merged'],
  duplicate: ['matching', 'same'],
  timezone: ['zone'],
  timezones: ['zones', 'zone'],
  sandbox: ['test', 'machine', 'demo'],
  ical: ['calendar', 'icalendar', 'ics'],
  ics: ['calendar'],
  poll: ['sync', 'cursor'],
  polling: ['sync', 'cursor'],
}

/** The words of a text; a code such as invalid_source is one word. */
export const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []

/** Whether one insertion, deletion, replacement or swap makes `word` the beginning of `other`. */
function isAlmost(word, other) {
  if (word.length < LEAST_LETTERS_FOR_TYPO && !(word.length === 4 && other.length === 5)) return false
  if (word[0] !== other[0]) return false
  let at = 0
  while (at < word.length && word[at] === other[at]) at++
  const rest = word.slice(at)
  const found = other.slice(at)
  return (
    found.startsWith(rest.slice(1)) ||
    found.slice(1).startsWith(rest) ||
    found.slice(1).startsWith(rest.slice(1)) ||
    (rest.length > 1 && found.startsWith(rest[1] + rest[0] + rest.slice(2)))
  )
}

/** How well one word fits, 0 for not at all. */
function wordScore(word, title, rest) {
  const name = title.join(' ')
  if (name === word || name === `${word}s`) return 40
  if (title.includes(word) || title.includes(`${word}s`)) return 20
  if (title.some((one) => one.startsWith(word))) return 12
  if (title.some((one) => one.split('_').some((part) => part.startsWith(word)))) return IN_TITLE
  if (rest.some((one) => one.startsWith(word) || one.split('_').some((part) => part.startsWith(word))))
    return 4
  const others = SYNONYMS[word] ?? []
  if (others.some((other) => title.includes(other))) return 10
  if (others.some((other) => [...title, ...rest].some((one) => one.startsWith(other)))) return 3
  if (title.some((one) => isAlmost(word, one))) return 2
  return rest.some((one) => isAlmost(word, one)) ? 1 : 0
}

/** The least score of a word that begins one in the title. */
const IN_TITLE = 8

/** Guides rank higher if a word is in their title: readers who know the name of an operation find it anyway. */
function guideScore(kind, address, scores) {
  if (Math.max(...scores) < IN_TITLE) return 0
  if (kind === 'Guide') return 24
  return address.startsWith('/docs/guides/') ? 8 : 0
}

/** The sum of the scores of all words: each has to be somewhere in the entry, unless it is one of a sentence. */
function scoreOf([title, kind, address, more], words, isSentence) {
  const name = wordsOf(title)
  const rest = wordsOf(`${kind} ${more}`)
  const scores = words.map((word) => wordScore(word, name, rest))
  const found = scores.filter((one) => one > 0).length
  if (found === 0 || (found < words.length && !isSentence)) return 0
  const whole = name.join(' ') === words.join(' ') ? 30 : 0
  const first = whole + guideScore(kind, address, scores)
  return (scores.reduce((sum, one) => sum + one, first) * found) / words.length
}

/** The best entries first. A field of many types would fill the list: few of the same title. */
export function findEntries(index, text, isSentence = false) {
  const words = wordsOf(text)
  if (words.length === 0) return []
  const shown = new Map()
  const isFew = ([title]) => {
    shown.set(title, (shown.get(title) ?? 0) + 1)
    return shown.get(title) <= MAX_SAME_TITLE
  }
  return index
    .map((entry, at) => ({ entry, at, score: scoreOf(entry, words, isSentence) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .map(({ entry }) => entry)
    .filter(isFew)
    .slice(0, MAX_RESULTS)
}
