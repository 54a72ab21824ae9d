/** Syntax highlighting as HTML. Samples need only a few words of each language, so nothing is parsed. */
import { escape } from './html.js'

const SLASHED = String.raw`(?<comment>\/\/[^\n]*|\/\*[^]*?\*\/)`
const HASHED = String.raw`(?<comment>(?<=^|\s)#[^\n]*)`
const QUOTED = String.raw`'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"`
const NUMBER = String.raw`(?<number>\b\d[\d_]*(?:\.\d+)?\b)`
/** Words of the language; a property may have the same name. */
const words = (text: string): string => String.raw`(?<word>(?<![^.]\.)\b(?:${text.replaceAll(' ', '|')})\b)`

const SCRIPT = [
  SLASHED,
  String.raw`(?<text>${QUOTED}|\x60(?:[^\x60\\]|\\.)*\x60)`,
  words(
    'async await break case catch class const else export false finally for from function if import in let ' +
      'new null of return throw true try type(?=\\s[A-Z{]) typeof undefined while',
  ),
  String.raw`(?<name>\b\w+(?=:\s))`,
  NUMBER,
]
const SHELL = [
  HASHED,
  String.raw`(?<text>'[^']*'|"(?:[^"\\]|\\[^])*")`,
  String.raw`(?<name>\$\w+|(?<=\s)--?[a-zA-Z][\w-]*)`,
  String.raw`(?<word>(?<=^|[\n(|;]\s*)(?:curl|echo|export|node|npm|npx|pip|printf)\b)`,
]
const PYTHON = [
  HASHED,
  String.raw`(?<text>${QUOTED})`,
  words('as def else except False for from if import in None not print raise return True try while with'),
  String.raw`(?<name>\b\w+(?==[^=]))`,
  NUMBER,
]
const JSON_TEXT = [
  String.raw`(?<name>"(?:[^"\\\n]|\\.)*"(?=\s*:))`,
  String.raw`(?<text>"(?:[^"\\\n]|\\.)*")`,
  words('false null true'),
  NUMBER,
]

const LANGUAGES: ReadonlyMap<string, RegExp> = new Map(
  Object.entries({ js: SCRIPT, ts: SCRIPT, sh: SHELL, python: PYTHON, json: JSON_TEXT }).map(
    ([language, parts]) => [language, new RegExp(parts.join('|'), 'g')],
  ),
)

/** A token of a program. A quoted body of curl is highlighted as JSON. */
function coloured(kind: string, part: string): string {
  if (/^'[[{]/.test(part)) return `'${highlighted(part.slice(1, -1), 'json')}'`
  return `<span class="c-${kind}">${escape(part)}</span>`
}

/** @param language as in a Markdown fence; text in an unknown language stays plain */
export function highlighted(text: string, language: string): string {
  const pattern = LANGUAGES.get(language)
  if (pattern === undefined) return escape(text)
  let html = ''
  let at = 0
  for (const found of text.matchAll(pattern)) {
    const kind = Object.entries(found.groups ?? {}).find(([, part]) => part !== undefined)?.[0] ?? ''
    html += escape(text.slice(at, found.index)) + coloured(kind, found[0])
    at = found.index + found[0].length
  }
  return html + escape(text.slice(at))
}
