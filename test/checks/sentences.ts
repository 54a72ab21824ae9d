/**
 * `node --import tsx test/checks/sentences.ts [FOLDER...]`: every sentence of the source that a person can see, with its file
 * and line, for readers who have not written it. A value put into a sentence is shown as `…`.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'

const ROOMS = ['api', 'actors', 'workers', 'schemas', 'db', 'ops']
/** Text of a page or message: two words, after marks of HTML are taken away. */
const IS_SENTENCE = /[a-z]{2,}[,:;]? (?:[a-z]|…)/i
const IS_CODE = /\b(?:select|insert into|update \w+ set|delete from|create (?:table|index)|with \w+ as)\b/i

interface Node {
  type: string
  start: number
  [name: string]: unknown
}

function filesOf(folder: string): string[] {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return all
    .filter((name) => name.endsWith('.ts') && !/generated|node_modules/.test(name))
    .map((name) => join(folder, name))
}

function sentencesIn(value: unknown): Array<{ at: number; sentence: string }> {
  if (Array.isArray(value)) return value.flatMap(sentencesIn)
  if (typeof value !== 'object' || value === null || (value as Node).type === 'ImportDeclaration') return []
  const node = value as Node
  const text = textOf(node)
  const own = text === null ? [] : pieces(text).map((sentence) => ({ at: node.start, sentence }))
  // What is joined by `+` is part of the sentence already.
  const inside = text === null || node.type === 'TemplateLiteral' ? Object.values(node) : []
  return [...own, ...inside.flatMap((one) => (typeof one === 'object' ? sentencesIn(one) : []))]
}

/** The text of a literal, with what is joined to it by `+`; null for anything else. */
function textOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null
  if (node.type === 'TemplateLiteral')
    return (node['quasis'] as Array<{ value: { cooked: string } }>).map(({ value }) => value.cooked).join('…')
  if (node.type !== 'BinaryExpression' || node['operator'] !== '+') return null
  const [left, right] = [textOf(node['left'] as Node), textOf(node['right'] as Node)]
  return left === null && right === null ? null : (left ?? '…') + (right ?? '…')
}

const pieces = (text: string): string[] =>
  IS_CODE.test(text)
    ? []
    : text
        .split(/<\/?[^<>]*>|\n/)
        .map((part) => part.replaceAll(/\s+/g, ' ').trim())
        .filter((part) => IS_SENTENCE.test(part))

const folders = process.argv.length > 2 ? process.argv.slice(2) : ROOMS
for (const file of folders.flatMap(filesOf)) {
  const text = readFileSync(file, 'utf8')
  const lineAt = (offset: number): number => text.slice(0, offset).split('\n').length
  for (const { at, sentence } of sentencesIn(parseSync(file, text).program))
    console.log(`${file}:${lineAt(at)}: ${sentence}`)
}
