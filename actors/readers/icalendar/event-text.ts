/** What the text of an event states: lines, labels with their values, and times of day. */
import { Parser } from 'htmlparser2'
import WORDS from '../../../schemas/data/calendar-words.json' with { type: 'json' }
import { clockTime } from '../clock-time.js'
import { unescapedText, textOf } from './content-lines.js'
import type { CalendarComponent } from './content-lines.js'

export type Label = keyof typeof WORDS.labels

const LABELS: ReadonlyMap<string, Label> = new Map(
  Object.entries(WORDS.labels).flatMap(([field, words]) =>
    words.split('|').map((word): [string, Label] => [word, field as Label]),
  ),
)

const LONGEST_LABEL = 40
const MOST_LINES = 1_000

/** The lines of the description, without markup, spaces around them and empty ones. */
export function descriptionLines(event: CalendarComponent): string[] {
  const text = textOf(event, 'description') ?? unescapedText(event, 'x-alt-desc') ?? ''
  const plain = /<\/?[a-z][^>]{0,200}>/i.test(text) ? withoutMarkup(text) : text
  return plain
    .split(/\r\n|[\n\r]/, MOST_LINES)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

const BREAKS = new Set(['br', 'p', 'div', 'li', 'tr'])

function withoutMarkup(html: string): string {
  const pieces: string[] = []
  const parser = new Parser({
    ontext: (text) => pieces.push(text),
    onopentagname: (name) => BREAKS.has(name) && pieces.push('\n'),
  })
  parser.end(html)
  return pieces.join('')
}

/** The first value of each label: `Confirmation #: QHZBT8`, `Gate 12`, `Abflug: 07APR, 11:10`. */
export function labelledValues(lines: readonly string[]): ReadonlyMap<Label, string> {
  const found = new Map<Label, string>()
  for (const line of lines.flatMap((whole) => whole.split(/;\s/)))
    for (const mark of [/[:：]|\s#|#\s/, /\s/]) {
      const start = line.slice(0, LONGEST_LABEL + 3).replace(/^[^\p{L}]+/u, '')
      const at = start.search(mark)
      const written = start.slice(0, Math.max(at, 0))
      const label = LABELS.get(written.toLowerCase().replace(/[.\s]+$/, ''))
      if (label === undefined || (mark.source === '\\s' && !NEEDS_NO_COLON.has(label))) continue
      const value = line
        .slice(line.indexOf(written) + at)
        .replace(/^[\s:：#]+/, '')
        .trim()
      if (value !== '' && !found.has(label)) found.set(label, value)
      break
    }
  return found
}

const NEEDS_NO_COLON: ReadonlySet<Label> = new Set(['confirmation_no', 'seat', 'terminal', 'gate'])

/** `HH:MM` of the first time of day in a text; null: there is none. */
export function timeOfDay(text: string): string | null {
  const [, hour = '', minute = '', half] =
    /(?<!\d)(\d{1,2})[:h](\d{2})(?!\d)(?::\d\d)?(?:\s?([ap])\.?m\b)?/i.exec(text) ?? []
  return clockTime(hour, minute, half)
}
