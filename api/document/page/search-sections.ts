/** What the search finds within a page: its headings with the words below them, and the rows of its tables. */
import type { DocsPage } from './layout.js'

/** What it is called, what it is, its address, and further words to find it by. */
export type SearchEntry = [title: string, kind: string, address: string, words: string]

/** Words of a section of the reference: its first sentences. */
const MAX_SECTION_WORDS = 40
/** Headings that every page has, and that say nothing on their own. */
const GENERAL = new Set(['operations', 'values', 'schemas', 'errors'])
const HEADING = /^<h[23] id="([^"]+)">(.*?) <a class="anchor"/
const PART = /(?=<h[23] id=)/

/** One entry for each section of a page, with the words of its text. */
export function sectionEntries(path: string, title: string, html: string): SearchEntry[] {
  return html.split(PART).flatMap((section): SearchEntry[] => {
    const [, id, name] = HEADING.exec(section) ?? []
    return id === undefined ? [] : [[plainText(name!), title, `${path}#${id}`, wordsIn(section)]]
  })
}

/** The sections of a page of the reference that `known` lacks, with the words before their first table. */
export function headingEntries({ path, title, html }: DocsPage, known: ReadonlySet<string>): SearchEntry[] {
  return html.split(PART).flatMap((section): SearchEntry[] => {
    const [whole = '', id, name] = HEADING.exec(section) ?? []
    const address = `${path}#${id ?? ''}`
    if (id === undefined || GENERAL.has(id) || known.has(address)) return []
    const [text = ''] = section.slice(whole.length).split('<table')
    const words = wordsIn(text).split(' ').slice(0, MAX_SECTION_WORDS).join(' ')
    return [[plainText(name!), title, address, words]]
  })
}

/** The rows of the tables of a page: parameters, fields and headers, each with its section. */
export function rowEntries({ path, html }: DocsPage, known: ReadonlySet<string>): SearchEntry[] {
  return html.split(PART).flatMap((section): SearchEntry[] => {
    const [, , name = ''] = HEADING.exec(section) ?? []
    const kind = plainText(name)
    return [...section.matchAll(/<tr id="([^"]+)"/g)].flatMap(([, id]): SearchEntry[] => {
      const address = `${path}#${id!}`
      const title = id!.slice(id!.lastIndexOf('.') + 1)
      return known.has(address) ? [] : [[title, kind, address, '']]
    })
  })
}

/** Words that are everywhere, and those of code that nobody looks for. */
const COMMON = new Set(
  'the and for that with how does you your are its this from not one all can has have was which what when who then they it'.split(
    ' ',
  ),
)

/** Every word of a text once. */
export function wordsIn(html: string): string {
  const words =
    plainText(html)
      .toLowerCase()
      .match(/[a-z][a-z0-9_]{2,23}/g) ?? []
  return [...new Set(words)].filter((word) => !COMMON.has(word)).join(' ')
}

const plainText = (html: string): string =>
  html
    .replaceAll(/<svg[^]*?<\/svg>/g, ' ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#39;/g, "'")
    .replaceAll(/&[a-z]+;/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
