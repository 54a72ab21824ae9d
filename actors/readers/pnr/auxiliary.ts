/** The parts that hotels, cars, rides, tours and other auxiliary lines have in common. */
import { DAY, WEEKDAY_PAIR, writtenDay } from './written-day.js'
import type { WrittenDay } from './written-day.js'

const HEAD = new RegExp(
  `^ {0,3}(?<vendor>[A-Z\\d]{2}) {1,3}(?:(?<day>${DAY}) ?(?<weekday>[1-7MTWQFJS]|${WEEKDAY_PAIR})? {1,3})?` +
    '(?<status>[A-Z]{2}) ?(?<count>\\d{1,2}) {1,4}(?<city>[A-Z]{3})(?<rest>(?: |/|$).*)$',
)
const FIRST_DAY = new RegExp(`^[ /]{0,3}(?:IN-?)?(${DAY})(?: ([1-7MTWQFJS]|${WEEKDAY_PAIR})(?=[ -]))?`)
const LAST_DAY = new RegExp(`^[ /-]{0,4}(?:OUT-?)?(${DAY})(?: (?:[1-7MTWQFJS]|${WEEKDAY_PAIR})(?= |$))?`)
/** A field with a key: `CF-1234`, `TEL:...`. Longer words are keys only if they are these. */
const KEYED = /^ ?([A-Z]{1,3}|CONF|PICKUP|DROPOFF|RATE)[-:](.*)$/

export interface Auxiliary {
  /** Word for its kind, as HHL. */
  word: string
  /** Null: one that stands for none. */
  vendor: string | null
  status: string
  count: number
  city: string
  start: WrittenDay | null
  end: WrittenDay | null
  /** What follows the days: text between slashes that is not empty, without keys. */
  texts: string[]
  /** Values of fields with a key. */
  keyed: Map<string, string>
  /** Text of the second line up to its first slash. */
  secondLine: string
  /** The start stands before the status, as Sabre writes it. */
  startsEarly: boolean
}

/** Vendors that stand for none: systems, and what agents write for others. */
const NO_VENDOR = new Set(['1A', '1P', '1G', '1V', '1S', 'ZZ', 'YY', 'XX', 'ZO'])

/** @param text what follows the word @param isFull whether its line fills the screen; null: no such parts */
export function auxiliaryOf(
  word: string,
  text: string,
  continued: readonly string[],
  isFull: boolean,
): Auxiliary | null {
  const parts = HEAD.exec(joined(text, continued, isFull))?.groups as Record<string, string | undefined>
  if (parts === undefined) return null
  const { vendor, day, weekday, status, count, city, rest } = parts
  const first = day === undefined ? FIRST_DAY.exec(rest!) : null
  const afterFirst = rest!.slice(first?.[0].length ?? 0)
  const last = LAST_DAY.exec(afterFirst)
  const start = day ?? first?.[1]
  const fields = afterFirst
    .slice(last?.[0].length ?? 0)
    .replace(/^[ -]{1,4}/, '')
    .split('/')
  const keyed = new Map<string, string>()
  for (const field of fields) {
    const [, key, value] = KEYED.exec(field) ?? []
    if (key !== undefined && !keyed.has(key)) keyed.set(key, value!.replace(/[* ]+$/, '').trim())
  }
  return {
    word,
    vendor: NO_VENDOR.has(vendor!) ? null : vendor!,
    status: status!,
    count: Number(count),
    city: city!,
    start: start === undefined ? null : writtenDay(start, weekday ?? first?.[2]),
    end: last === null ? null : writtenDay(last[1]!, undefined),
    texts: fields.filter((field) => !KEYED.test(field) && field.trim() !== ''),
    keyed,
    secondLine: (continued[0] ?? '').split('/')[0]!.trim(),
    startsEarly: day !== undefined,
  }
}

/** Screens have 64 columns: what fills its line goes on without a space. */
export const FULL_LINE = 62

function joined(text: string, continued: readonly string[], isFull: boolean): string {
  let glues = isFull
  return continued.reduce((before, line) => {
    const isGlued = glues || line.trimStart().startsWith('/')
    glues = line.trimEnd().length >= FULL_LINE
    return isGlued ? before.trimEnd() + line.replace(/^ {1,4}/, '') : `${before.trimEnd()} ${line.trim()}`
  }, text)
}

/** The first of these keys that the fields have. */
export const valueOf = ({ keyed }: Auxiliary, ...keys: string[]): string | undefined =>
  keys.map((key) => keyed.get(key)).find((value) => value !== undefined && value !== '')

/** Number of the confirmation, without what agents write after it. */
export const confirmation = (auxiliary: Auxiliary): string | undefined =>
  /^[A-Z\d-]{3,}/.exec(valueOf(auxiliary, 'CF', 'CONF') ?? '')?.[0]
