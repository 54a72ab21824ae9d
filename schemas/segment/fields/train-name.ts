/** A train by what documents write for it: `RE 13 (20070)`, `ICE 1601 / ICE 1631`, `579` (RULES N3). */
import { comparisonForm, normaliseText } from '../../base/text.js'

export interface TrainName {
  /** The line, or the kind of train (`RE 13`, `ICE`); null if the text names neither. */
  line: string | null
  /** The numbers of the train without leading zeros. A train has two where it divides or crosses a border. */
  numbers: string[]
}

const SEPARATOR = /\s*[/|+]\s*/
/** More parts than a train has numbers; the rest is not read. */
const MAX_PARTS = 4
const WITH_BRACKETS = /^(.*?)\s*\(([^()]*)\)$/
const LEADING_ZEROS = /^0+(?=\d)/
/** What only says that a number follows. */
const GENERIC = /^(?:(?:TRAIN|ZUG|TRENO?|NO|NR|NUMBER)(?= |\d|$) ?)+/
/**
 * Kinds of train whose short numbers are those of a line: every train of RE 13 is an RE 13, whatever its own
 * number.
 */
const LINE_KINDS = new Set(['S', 'U', 'R', 'RB', 'RE', 'REX', 'IRE', 'MEX', 'FEX', 'RER'])
const MAX_LINE_DIGITS = 3

/** Parses the number of a train. Never throws: a text without a number gives none. */
export function parseTrainName(text: string): TrainName {
  const parts = (normaliseText(text) ?? '').split(SEPARATOR).slice(0, MAX_PARTS).map(parsePart)
  return {
    line: parts.find(({ line }) => line !== null)?.line ?? null,
    numbers: [...new Set(parts.flatMap(({ numbers }) => numbers))],
  }
}

function parsePart(part: string): TrainName {
  const [, outer = part, inner] = WITH_BRACKETS.exec(part) ?? []
  const name = parseWords(outer)
  if (inner === undefined) return name
  const bracketed = parseWords(inner)
  if (isNumberOnly(bracketed)) return { line: lineWithNumber(outer, name), numbers: bracketed.numbers }
  return isNumberOnly(name) ? { line: bracketed.line ?? lineOf(inner), numbers: name.numbers } : name
}

const isNumberOnly = ({ line, numbers }: TrainName): boolean => line === null && numbers.length > 0

/** `ICE 0579`: the words before the last number, and the number. */
function parseWords(text: string): TrainName {
  const form = comparisonForm(text).replace(GENERIC, '')
  const digits = /(\d+)\D*$/.exec(form)
  if (digits === null) return { line: lineOf(form), numbers: [] }
  const number = digits[1] as string
  const kind = form.slice(0, digits.index).trim()
  if (LINE_KINDS.has(kind) && number.length <= MAX_LINE_DIGITS)
    return { line: `${kind} ${number.replace(LEADING_ZEROS, '')}`, numbers: [] }
  return { line: lineOf(kind), numbers: [number.replace(LEADING_ZEROS, '')] }
}

/** The number before brackets with another one is that of the line. */
function lineWithNumber(text: string, { line, numbers }: TrainName): string | null {
  if (line === null) return lineOf(text)
  return [line, ...numbers].join(' ')
}

function lineOf(text: string): string | null {
  const form = comparisonForm(text)
  return form === '' ? null : form
}
