/** Looks things up in the documentation for programs: small answers, in Markdown. */
import { memoize } from '../../../../schemas/base/memoize.js'
import { findEntries } from '../../../assets/search-match.js'
import { wordsIn } from '../search-sections.js'
import type { SearchEntry } from '../search-sections.js'
import type { DocsSite } from '../site.js'
import { partsOf } from './markdown-section.js'
import type { Part } from './markdown-section.js'
import { markdownAddress, rowCells } from './page-markdown.js'

export interface DocsMatch {
  title: string
  /** The request of an operation, or what else it is. */
  kind: string
  /** One line. */
  about: string
  url: string
}

export interface DocsText {
  url: string
  markdown: string
}

export interface DocsLookup {
  /** The best matches of words or of a question, at most 8. */
  search: (query: string) => DocsMatch[]
  /**
   * A page by path or URL, or its part after the `#`; an operation by id or as `GET /v2/trips`; a schema by name; of a field
   * or code its row. Null if there is none.
   */
  read: (name: string) => DocsText | null
}

const MATCHES = 8
const MAX_ABOUT = 160
/** About 2,500 tokens. */
const MAX_TEXT = 10_000
const MAX_PARTS = 60
const MAX_PAGES = 100

/** @param texts the Markdown of each page by its address */
export function docsLookup(
  { contents, index }: DocsSite,
  texts: ReadonlyMap<string, string>,
  baseUrl: string,
): DocsLookup {
  const html = new Map(contents.map((page) => [page.path, page.html]))
  /** Without the fourth level, whose headings every operation has. */
  const partsOn = memoize(MAX_PAGES, (path) =>
    partsOf(texts.get(markdownAddress(path)) ?? '').filter(({ level }) => level !== 4),
  )
  const urlOf = (address: string): string => baseUrl + markdownAddress(address)

  /** The part with an anchor; that of a row is the last before it. */
  const partAt = (path: string, id: string): Part | undefined => {
    const page = html.get(path) ?? ''
    const before = page.slice(0, page.indexOf(` id="${id}"`) + 1).matchAll(/ id="([^"]+)"/g)
    const ids = [id, ...[...before].map(([, one]) => one!).reverse()]
    const parts = new Map(partsOn(path).map((part) => [part.id, part]))
    return parts.get(ids.find((one) => parts.has(one)) ?? '')
  }

  const cellsAt = (path: string, id = ''): string[] | null => {
    const row = html.get(path)?.split(`<tr id="${id}">`)[1]
    return row === undefined ? null : rowCells(row.split(/<tr|<\/tbody/)[0]!)
  }

  const aboutOf = ([, , address, words]: SearchEntry): string => {
    const [path = '', id] = address.split('#')
    const cells = cellsAt(path, id)
    if (cells !== null) return cells.slice(1).join(' ')
    return id === undefined ? words : leadOf(partAt(path, id)?.text ?? '')
  }

  return {
    search: (query) => {
      const strict = findEntries(index, query)
      const found = strict.length > 0 ? strict : findEntries(index, wordsIn(query), true)
      return found.slice(0, MATCHES).map((entry) => ({
        title: entry[0],
        kind: entry[1],
        about: shortened(aboutOf(entry)),
        url: urlOf(entry[2]),
      }))
    },
    read: (name) => {
      const address = addressOf(name, index, baseUrl)
      const [path = '', id] = address?.split('#') ?? []
      const part = id === undefined ? partsOn(path)[0] : partAt(path, id)
      if (part === undefined) return null
      const url = urlOf(part.level === 1 ? path : `${path}#${part.id}`)
      const cells = cellsAt(path, id)
      if (cells !== null)
        return { url: urlOf(address!), markdown: `${cells.join(' | ')}\n\nIn ${part.title}: ${url}\n` }
      const within = partsOn(path).filter((one) => one !== part && part.text.includes(one.text))
      return { url, markdown: bounded(part.text, within, urlOf(path)) }
    },
  }
}

/** The address of a page or of one of its parts, without `.md`. */
function addressOf(name: string, index: readonly SearchEntry[], baseUrl: string): string | undefined {
  const text = name.trim().replace(baseUrl, '')
  if (text.startsWith('/docs')) return text.replace(/\.md(?=#|$)/, '')
  const entry =
    index.find(([, , address]) => address.endsWith(`#${text}`)) ??
    index.find(([title, kind]) => kind === text || title === text)
  return entry?.[2]
}

/** The first paragraph, without the request of an operation. */
const leadOf = (markdown: string): string =>
  markdown.split('\n\n').find((block) => !/^([#!|`-]|<a id|[A-Z]+ `\/)/.test(block)) ?? ''

function shortened(text: string): string {
  const line = text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()
  const sentence = /^.*?[.:](?= [A-Z]|$)/.exec(line)?.[0] ?? line
  return sentence.length <= MAX_ABOUT ? sentence : `${sentence.slice(0, MAX_ABOUT - 1)}…`
}

/** A long text ends after a line, and says what else there is. */
function bounded(text: string, within: readonly Part[], url: string): string {
  if (text.length <= MAX_TEXT) return text
  const cut = text.slice(0, text.lastIndexOf('\n', MAX_TEXT))
  const isInCode = (cut.match(/^```/gm)?.length ?? 0) % 2 === 1
  const shown = isInCode ? cut.slice(0, cut.lastIndexOf('\n```')) : cut
  const rest = within.slice(0, MAX_PARTS).map(({ id, title }) => `- ${id}: ${title.split('\n')[0]!}`)
  const parts = rest.length === 0 ? [] : ['', 'Parts:', '', ...rest]
  return [`${shown}\n`, `Cut here; all of it is at ${url}.`, ...parts, ''].join('\n')
}
