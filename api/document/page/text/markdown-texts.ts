/** The documentation as Markdown: every page, and the files for language models. */
import type { Addresses } from '../served-address.js'
import type { DocsSite } from '../site.js'
import { guidePath } from '../site-map.js'
import { llmsFullText, llmsText } from './llms.js'
import { markdownAddress, pageMarkdown } from './page-markdown.js'

const LINK = /<a href="[^"#]*#([^"]+)"/g

/** Each text by its address: `/docs.md`, `/llms.txt`. Guides are written in Markdown. */
export function markdownTexts(
  { contents, guides }: DocsSite,
  addresses: Addresses,
): ReadonlyMap<string, string> {
  const written = new Map(guides.map(({ name, markdown }) => [guidePath(name), markdown]))
  const linked = new Set(contents.flatMap(({ html }) => [...html.matchAll(LINK)].map(([, id]) => id!)))
  const pages = contents.map(
    ({ path, html }) => [markdownAddress(path), written.get(path) ?? pageMarkdown(html, linked)] as const,
  )
  return new Map([
    ...pages,
    ['/llms.txt', llmsText(guides, addresses)],
    ['/llms-full.txt', llmsFullText(pages, addresses.baseUrl)],
  ])
}
