/** A page of the documentation as Markdown (GFM). It is made from the HTML of the page, so both say the same. */
import { getElementsByTagName, textContent } from 'domutils'
import { parseDocument } from 'htmlparser2'
import { anchorOf } from '../html.js'

type Node = ReturnType<typeof parseDocument>['children'][number]
type Element = Extract<Node, { attribs: unknown }>
type Linked = ReadonlySet<string>

const isTag = (node: Node): node is Element => 'attribs' in node

/** Languages of code, by the title of a block and by its tab. */
const LANGUAGES: Readonly<Record<string, string>> = {
  Shell: 'sh',
  curl: 'sh',
  Node: 'js',
  TypeScript: 'ts',
  JSON: 'json',
  Python: 'python',
}
/** Controls of the page, and names that Markdown has in another place. */
const CONTROLS = /^(anchor|code-bar|tab-name|box|try)$/
const HEADING = /^h[1-4]$/
/** What Markdown would read as its own. An underscore within a word is none of it. */
const SPECIAL = /[\\`*[\]~]|<(?=[a-z/!?])|&(?=#?\w+;)|(?<!\w)_|_(?!\w)|(?<=https?):(?=\/\/)/gi
const SPECIAL_START = /^(?=[#+=>-])|(?<=^\d+)(?=[.)] )/

/** Text as Markdown. */
export const escaped = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll(SPECIAL, '\\$&')

/** An anchor of Markdown, which has none of its own where the text of the heading is not the anchor. */
const anchor = (id: string): string => `<a id="${id}"></a>`

/** The address of the Markdown of a page; other addresses stay as they are. */
export const markdownAddress = (href: string): string =>
  href.replace(/^\/docs(?:\/(?:guides|reference)\/[\w-]+)?(?=#|$)/, '$&.md')

/** @param linked ids that any page links to: rows have an anchor only then, and all headings. */
export function pageMarkdown(html: string, linked: ReadonlySet<string>): string {
  return `${blocksIn(parseDocument(html).children, linked).join('\n\n')}\n`
}

/** The cells of a row, each as a line of Markdown. */
export const rowCells = (html: string): string[] =>
  getElementsByTagName('td', parseDocument(`<table>${html}</table>`)).map((cell) => inline(cell.children))

function blocksIn(nodes: readonly Node[], linked: Linked): string[] {
  const blocks: string[] = []
  let line: Node[] = []
  const flush = (): void => {
    const text = inline(line).trim().replace(SPECIAL_START, '\\')
    if (text !== '') blocks.push(text)
    line = []
  }
  for (const node of nodes) {
    const made = isTag(node) ? blocksOf(node, linked) : null
    if (made === null) line.push(node)
    else {
      flush()
      blocks.push(...made)
    }
  }
  flush()
  return blocks
}

/** The blocks of an element; null for one within a line. */
function blocksOf(element: Element, linked: Linked): string[] | null {
  const { name, children, attribs } = element
  if (CONTROLS.test(attribs['class'] ?? '')) return name === 'div' || name === 'p' ? [] : null
  if (HEADING.test(name)) return [headingText(element, linked)]
  if (name === 'pre') return [fence(textContent(element), languageOf(element))]
  if (name === 'table') return [tableText(element, linked)]
  if (name === 'ul' || name === 'ol') return [listText(element, linked)]
  if (name === 'dl') return [pairsText(element)]
  if (name === 'summary') return summaryText(element)
  return ['p', 'div', 'section', 'details'].includes(name) ? blocksIn(children, linked) : null
}

function headingText({ name, children, attribs: { id } }: Element, linked: Linked): string {
  const text = inline(children).trim()
  const isOwn = id === undefined || id === anchorOf(text) || (name === 'h4' && !linked.has(id))
  return `${'#'.repeat(Number(name[1]))} ${text}${isOwn ? '' : ` ${anchor(id)}`}`
}

/** The summary of what is folded on the page; of a part that is open there it says nothing. */
function summaryText({ children, parent }: Element): string[] {
  const { class: kind, id } = (parent as Element).attribs
  return kind === 'part' ? [] : [(id === undefined ? '' : anchor(id)) + inline(children)]
}

function languageOf(pre: Element): string {
  const block = pre.parent as Element
  const [title] = getElementsByTagName('span', block)
  const tab = (block.parent as Element | null)?.attribs?.['data-tab']
  const known = LANGUAGES[tab ?? (title === undefined ? '' : textContent(title))]
  return known ?? (/^[[{]/.test(textContent(pre)) ? 'json' : '')
}

/** More backticks than the text has in a row, and at least `least`. */
const ticks = (text: string, least: number): string =>
  '`'.repeat(Math.max(least, ...(text.match(/`+/g) ?? []).map((run) => run.length + 1)))

const fence = (text: string, language: string): string =>
  `${ticks(text, 3)}${language}\n${text}\n${ticks(text, 3)}`

function codeSpan(text: string): string {
  const pad = /^`|`$/.test(text) ? ' ' : ''
  return ticks(text, 1) + pad + text + pad + ticks(text, 1)
}

function listText({ name, children }: Element, linked: Linked): string {
  const items = children.filter(isTag).map((item, at) => {
    const mark = name === 'ol' ? `${String(at + 1)}. ` : '- '
    return (
      mark +
      blocksIn(item.children, linked)
        .join('\n\n')
        .replaceAll(/\n(?!\n)/g, `\n${' '.repeat(mark.length)}`)
    )
  })
  return items.join('\n')
}

const pairsText = ({ children }: Element): string =>
  children
    .filter(isTag)
    .map((one) => (one.name === 'dt' ? `- ${inline(one.children)}: ` : `${inline(one.children)}\n`))
    .join('')
    .trim()

function tableText(table: Element, linked: Linked): string {
  const rows = getElementsByTagName('tr', table).map(({ children, attribs: { id } }) => {
    const cells = children.filter(isTag).map((cell) => inline(cell.children).trim().replaceAll('|', '\\|'))
    return `| ${id !== undefined && linked.has(id) ? anchor(id) : ''}${cells.join(' | ')} |`
  })
  const columns = getElementsByTagName('th', table).length
  return [rows[0], `|${'---|'.repeat(columns)}`, ...rows.slice(1)].join('\n')
}

const inline = (nodes: readonly Node[]): string =>
  nodes
    .map(inlineOf)
    .join('')
    // A break after a sentence is only a space.
    .replaceAll(/(?<=[.:])(?:\*\*)?; /g, ' ')

function inlineOf(node: Node): string {
  if (!isTag(node)) return escaped(textContent(node))
  if (CONTROLS.test(node.attribs['class'] ?? '')) return ''
  const { name, children, attribs } = node
  if (name === 'code' || attribs['class'] === 'f') return codeSpan(textContent(node))
  if (name === 'br') return '; '
  const text = inline(children)
  if (name === 'a') return `[${text}](${markdownAddress(attribs['href'] ?? '')})`
  if (name === 'strong' || name === 'b') return `**${text}**`
  return name === 'em' ? `*${text}*` : text
}
