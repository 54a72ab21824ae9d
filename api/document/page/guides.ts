/** Guides: the Markdown files of api/docs/guides as pages. */
import { lexer } from 'marked'
import { readFileSync, readdirSync } from 'node:fs'
import type { PageCounter } from './code-block.js'
import { escape } from './html.js'
import { readMarkdown, withoutComments } from './markdown.js'
import type { Heading } from './markdown.js'
import type { Addresses } from './served-address.js'
import { markdownAddress } from './text/page-markdown.js'

export interface Guide {
  name: string
  title: string
  /** The first paragraph, as text. */
  summary: string
  html: string
  /** The same with links to pages in Markdown. */
  markdown: string
  headings: Heading[]
}

const FOLDER = new URL('../../docs/guides/', import.meta.url)
/** Where images may be: next to the guides, and the screenshots of the documents. */
const IMAGE_FOLDERS = [FOLDER, new URL('../../docs/', import.meta.url)]
const IMAGE = /^[\w-]+\.(png|svg)$/
/** The first in the sidebar; others follow by name. */
const FIRST = ['quickstart', 'concepts']

/** All guides. A line `order: 3` in a comment at the top of the file sorts it among the others. */
export function readGuides(addresses: Addresses): Guide[] {
  const names = readdirSync(FOLDER)
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length))
  const sorted = names
    .map((name) => ({ name, text: readFileSync(new URL(`${name}.md`, FOLDER), 'utf8') }))
    .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name))
  return sorted.map(({ name, text }) => readGuide(name, text, addresses))
}

function rank({ name, text }: { name: string; text: string }): number {
  const first = FIRST.indexOf(name)
  if (first >= 0) return first
  return FIRST.length + Number(/^<!-- order: (\d+) -->/.exec(text)?.[1] ?? 99)
}

function readGuide(name: string, text: string, { baseUrl, authUrl }: Addresses): Guide {
  const counter: PageCounter = { count: 0 }
  const source = text
    .replace(/^<!--.*-->\n/, '')
    .replaceAll('{base_url}', baseUrl)
    .replaceAll('{auth_url}', authUrl)
  const { html, headings } = readMarkdown(linkGuides(source), { counter, image: imageHtml })
  const title = headings.find(({ level }) => level === 1)?.text ?? name
  const summary = /^# .*\n+([^#`\n][^\n]*(?:\n[^\n]+)*)/m.exec(source)?.[1] ?? ''
  return {
    name,
    title,
    summary: summary.replaceAll('\n', ' ').replaceAll(/[`*]|\[([^\]]*)\]\([^)]*\)/g, '$1'),
    html,
    markdown: markdownOf(linkGuides(source)),
    headings: headings.filter(({ level }) => level === 2),
  }
}

/** Links between the files, which also work in the repository, as links between the pages. */
const linkGuides = (text: string): string =>
  text.replaceAll(/\]\(([\w-]+)\.md(#[\w-]+)?\)/g, '](/docs/guides/$1$2)')

/** A guide as its readers get it: links lead to Markdown, images to where they are served. */
const markdownOf = (text: string): string =>
  lexer(text)
    .map(({ type, raw }) => (type === 'html' ? withoutComments(raw) : raw))
    .join('')
    .replaceAll(/(?<=!\[[^\]]*\]\()(?:[^)\s]*\/)?([\w-]+\.(?:png|svg))/g, '/docs/images/$1')
    .replaceAll(/(?<=\]\()\/docs[^)\s]*/g, markdownAddress)
    .replace(/^\n+/, '')

/** An image by the name of its file; an SVG becomes part of the page, so that it has its colours, and scrolls on a phone. */
function imageHtml(href: string, alt: string): string {
  const file = href.slice(href.lastIndexOf('/') + 1)
  const image = readImage(file)
  if (image === null) throw new Error(`There is no image ${file}`)
  // The header of a PNG has its size: the text below stays where it is when the image has loaded.
  if (!file.endsWith('.svg'))
    return `<img src="/docs/images/${escape(file)}" alt="${escape(alt)}" width="${image.readUInt32BE(16)}" height="${image.readUInt32BE(20)}" loading="lazy">`
  const svg = image.toString('utf8').replace('<svg', '<svg aria-hidden="true"')
  return `<span class="picture" tabindex="0" role="img" aria-label="${escape(alt)}">${svg}</span>`
}

/** The content of an image of a guide; null if there is none of this name. */
export function readImage(file: string): Buffer | null {
  if (!IMAGE.test(file)) return null
  for (const folder of IMAGE_FOLDERS) {
    try {
      return readFileSync(new URL(file, folder))
    } catch {
      // It may be in the other folder.
    }
  }
  return null
}
