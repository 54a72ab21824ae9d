/** Where a text stops being JSON (RFC 8259), and what belongs there (contract.md 6.1). */

export interface JsonSyntaxError {
  /** From 1. */
  line: number
  /** From 1, in characters. */
  column: number
  /** What belongs there and what is there, as the rest of a sentence. */
  problem: string
  hint: string | null
}

/** What may come next. */
type Expected = 'value' | 'valueOrEnd' | 'name' | 'nameOrEnd' | 'colon' | 'commaOrEnd' | 'nothing'

const LITERAL = /true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y
const SPACE = /[ \t\n\r]*/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/** Finds the first syntax error of a text that `JSON.parse` refuses, in one pass; null if it has none. */
export function jsonSyntaxError(text: string): JsonSyntaxError | null {
  const open: string[] = []
  let expected: Expected = 'value'
  let at = 0
  for (;;) {
    at = matchEnd(SPACE, text, at)
    const character = text[at]
    if (character === undefined && expected === 'nothing') return null
    const next: Step = character === undefined ? null : step(text, at, expected, open)
    if (next === null) return errorAt(text, at, expected, open)
    if (typeof next === 'number') return stringErrorAt(text, next)
    at = next.end
    expected = next.expected
  }
}

/** After a token. Null: it does not belong there; a number: where the string that it begins is broken. */
type Step = { end: number; expected: Expected } | number | null

/** Reads one token. Brackets change the stack of those that are open. */
function step(text: string, at: number, expected: Expected, open: string[]): Step {
  const character = text[at]!
  const isValue = expected === 'value' || expected === 'valueOrEnd'
  const isName = expected === 'name' || expected === 'nameOrEnd'
  if (character === '"' && (isValue || isName)) {
    const { end, isBroken } = stringEnd(text, at)
    return isBroken ? end : { end, expected: isName ? 'colon' : afterValue(open) }
  }
  if (isValue && character !== ']') return valueStep(text, at, open)
  return markStep(character, at, expected, open)
}

/** An opening bracket, a number or a word. */
function valueStep(text: string, at: number, open: string[]): Step {
  const character = text[at]!
  if (character === '{' || character === '[') {
    open.push(character)
    return { end: at + 1, expected: character === '{' ? 'nameOrEnd' : 'valueOrEnd' }
  }
  const end = matchEnd(LITERAL, text, at)
  return end === at ? null : { end, expected: afterValue(open) }
}

/** A colon, a comma or a closing bracket. */
function markStep(character: string, at: number, expected: Expected, open: string[]): Step {
  const end = at + 1
  const isInObject = open.at(-1) === '{'
  if (character === ':' && expected === 'colon') return { end, expected: 'value' }
  if (character === ',' && expected === 'commaOrEnd') return { end, expected: isInObject ? 'name' : 'value' }
  const mayEnd = expected === 'commaOrEnd' || expected === 'valueOrEnd' || expected === 'nameOrEnd'
  if (!mayEnd || character !== (isInObject ? '}' : ']')) return null
  open.pop()
  return { end, expected: afterValue(open) }
}

const afterValue = (open: readonly string[]): Expected => (open.length === 0 ? 'nothing' : 'commaOrEnd')

function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

/** Where the string that begins at a quote ends, or the character that breaks it. */
function stringEnd(text: string, start: number): { end: number; isBroken: boolean } {
  let at = start + 1
  for (;;) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return { end: at + 1, isBroken: false }
    if (code === 0x5c) {
      const end = matchEnd(ESCAPE, text, at)
      if (end === at) return { end: at, isBroken: true }
      at = end
    } else if (Number.isNaN(code) || code < 0x20) return { end: at, isBroken: true }
    else at += 1
  }
}

function place(text: string, at: number): { line: number; column: number } {
  const lines = text.slice(0, at).split('\n')
  return { line: lines.length, column: [...lines.at(-1)!].length + 1 }
}

const BELONGS: Record<Expected, string> = {
  value: 'a value',
  valueOrEnd: 'a value or "]"',
  name: 'a field name in double quotes',
  nameOrEnd: 'a field name in double quotes or "}"',
  colon: 'a colon',
  commaOrEnd: 'a comma',
  nothing: 'nothing more',
}

function errorAt(text: string, at: number, expected: Expected, open: readonly string[]): JsonSyntaxError {
  const end = open.at(-1) === '{' ? '"}"' : '"]"'
  const belongs = expected === 'commaOrEnd' ? `a comma or ${end}` : BELONGS[expected]
  return {
    ...place(text, at),
    problem: `expected ${belongs}, found ${shown(text.codePointAt(at))}`,
    hint: hintAt(text, at, expected),
  }
}

function stringErrorAt(text: string, at: number): JsonSyntaxError {
  const found = text.codePointAt(at)
  const problems: Record<string, string> = {
    '\\': 'a backslash that does not begin a JSON escape',
    undefined: 'a string without its closing quote',
  }
  return {
    ...place(text, at),
    problem: problems[String(text[at])] ?? `a string with ${shown(found)} in it`,
    hint: found === 0x0a || found === 0x0d ? 'Write a line break in a string as \\n.' : null,
  }
}

function shown(code: number | undefined): string {
  if (code === undefined) return 'the end of the text'
  if (code === 0x22) return 'a double quote'
  return code > 0x20 && code < 0x7f
    ? `"${String.fromCodePoint(code)}"`
    : `the character U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}

/** How the most frequent mistakes are corrected. */
function hintAt(text: string, at: number, expected: Expected): string | null {
  const character = text[at]
  if (character === undefined) return 'The text is cut off; send all of it.'
  if ((character === '}' || character === ']') && (expected === 'name' || expected === 'value'))
    return `Remove the comma before "${character}".`
  if (character === "'" || character === '`') return 'Write strings in double quotes.'
  if (character === '/' || character === '#') return 'Remove the comment: JSON has none.'
  if (/^(?:True|False|None|NaN|undefined|Infinity)/.test(text.slice(at, at + 10)))
    return 'Write true, false or null.'
  return null
}
