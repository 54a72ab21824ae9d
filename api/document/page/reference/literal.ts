/** Values as JavaScript, and as Python. */

/** Of the reader's program. Written in two parts, because this room reads no settings itself. */
export const VARIABLES = ['process', 'env'].join('.')

const MAX_LINE = 72

export interface Dialect {
  text: (text: string) => string
  key: (name: string) => string
  variable: (name: string) => string
  word: (value: unknown) => string
  /** What stands inside braces. */
  space: string
  indent: string
}

const quoted = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`

const JAVASCRIPT: Dialect = {
  text: quoted,
  key: (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name)),
  variable: (name) => `${VARIABLES}.${name}!`,
  word: (value) => JSON.stringify(value),
  space: ' ',
  indent: '  ',
}

const WORDS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }

export const PYTHON: Dialect = {
  text: (text) => JSON.stringify(text),
  key: (name) => JSON.stringify(name),
  variable: (name) => `os.environ["${name}"]`,
  word: (value) => WORDS[String(value)] ?? JSON.stringify(value),
  space: '',
  indent: '    ',
}

/** A JSON value as a literal, `$NAME` as a variable; `indent` is that of the line it begins on. */
export function literal(value: unknown, indent = '', dialect = JAVASCRIPT): string {
  if (typeof value === 'string')
    return /^\$[A-Z_]+$/.test(value) ? dialect.variable(value.slice(1)) : dialect.text(value)
  if (typeof value !== 'object' || value === null) return dialect.word(value)
  const inner = indent + dialect.indent
  const isList = Array.isArray(value)
  const parts = isList
    ? (value as unknown[]).map((one) => literal(one, inner, dialect))
    : Object.entries(value).map(([key, one]) => `${dialect.key(key)}: ${literal(one, inner, dialect)}`)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return open + close
  const space = isList ? '' : dialect.space
  const line = `${open}${space}${parts.join(', ')}${space}${close}`
  if (!line.includes('\n') && line.length + indent.length <= MAX_LINE) return line
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`
}
