/** JSON as templates of mails write it: with comments around it, commas too many or too few, and raw line breaks. */
import { parseJson } from '../json-fields.js'

/** What may stand around JSON in a script; only so many characters are looked at. */
const BEFORE = /^(?:\s|\/\/|\/\*|\*\/|<!--|<!\[CDATA\[|\uFEFF)+/
const AFTER = /(?:\s|\/\/|\/\*|\*\/|-->|\]\]>|;|\0)+$/
const MAX_WRAPPING = 200
const MAX_DEPTH = 10_000

const NO_ESCAPE = /\\(?!["\\/bfnrtu])|[\0-\x1f]/g
const WRITTEN: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\\': '' }

/** The value, or undefined if nothing makes it JSON. Several values after one another are an array. */
export function parseLenientJson(text: string): unknown {
  const bare = text.slice(0, MAX_WRAPPING).replace(BEFORE, '') + text.slice(MAX_WRAPPING)
  const end = Math.max(0, bare.length - MAX_WRAPPING)
  const inner = bare.slice(0, end) + bare.slice(end).replace(AFTER, '')
  if (isTooDeep(inner)) return undefined
  const value = parseJson(inner)
  if (value !== undefined) return value
  const repaired = repair(inner)
  return parseJson(repaired) ?? parseJson(`[${repaired}]`)
}

/** Far more levels than any document has would take the memory of the process. */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length && depth <= MAX_DEPTH; at += 1) {
    const char = text[at]
    if (char === '[' || char === '{') depth += 1
    else if (char === ']' || char === '}') depth -= 1
  }
  return depth > MAX_DEPTH
}

function repair(text: string): string {
  let out = ''
  for (let at = 0; at < text.length;) {
    const quote = text.indexOf('"', at)
    const start = quote === -1 ? text.length : quote
    out += text
      .slice(at, start)
      .replace(/,(?=\s*[\]}])/g, '')
      .replace(/\}(?=\s*\{)/g, '},')
    at = endOfString(text, start)
    out += text.slice(start, at).replace(NO_ESCAPE, (found) => WRITTEN[found] ?? ' ')
  }
  return out
}

/** The position after the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '"') return at + 1
    if (text[at] === '\\') at += 1
  }
  return text.length
}
