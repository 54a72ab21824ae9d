/** The documentation in Markdown: every page says what its HTML says, and every link of it is answered. */
import { getElementsByTagName, textContent } from 'domutils'
import { parseDocument } from 'htmlparser2'
import { marked } from 'marked'
import t from 'tap'
import { DESCRIBING_URL, describingServer } from '../../support/api/describing-server.js'

const MAX_FULL_BYTES = 700_000
const MAX_INDEX_BYTES = 6_000

const app = await describingServer(t)
const get = async (url: string, headers: Record<string, string> = {}) => await app.inject({ url, headers })

const home = (await get('/docs')).body
const paths = [...new Set([...home.matchAll(/<li><a href="(\/docs[^"#.]*)"/g)].map(([, href]) => href!))]
const pages = await Promise.all(
  paths.map(async (path) => ({
    path,
    html: /<main id="main">([^]*)<\/main>/.exec((await get(path)).body)![1]!,
    markdown: (await get(`${path}.md`)).body,
  })),
)

/** What only the page has: controls, drawings, the names of tabs and of what is folded. */
const CONTROLS =
  /<a class="anchor"[^]*?<\/a>|<div class="code-bar">[^]*?<\/div>|<p class="(?:tab-name|try)"[^]*?<\/p>|<details class="part"[^>]*><summary>[^]*?<\/summary>|<span class="box"[^]*?<\/span>/g
/** Marked writes the address of an image where the page may have the drawing itself. */
const withImages = (html: string): string =>
  html.replaceAll(/<span[^>]* aria-label="([^"]*)"><svg[^]*?<\/svg>\s*<\/span>/g, '<img alt="$1">')

function contentOf(html: string) {
  const tree = parseDocument(withImages(html.replaceAll(CONTROLS, '')))
  const each = (names: string[]) => getElementsByTagName((name) => names.includes(name), tree)
  const texts = (names: string[]): string[] => each(names).map((one) => textContent(one).trim())
  return {
    headings: each(['h1', 'h2', 'h3', 'h4']).map((one) => `${one.name} ${textContent(one).trim()}`),
    code: texts(['pre']),
    inlineCode: texts(['code']),
    links: each(['a']).flatMap(({ attribs }) => attribs['href'] ?? []),
    images: each(['img']).map(({ attribs }) => attribs['alt']),
    cells: each(['tr']).map(({ children }) => children.filter((one) => 'attribs' in one).length),
    // In short pieces, so that a difference is shown where it is; spaces between blocks are not text.
    words: textContent(tree)
      .replaceAll(/[^\p{L}\p{N}]/gu, '')
      .match(/.{1,80}/gu),
  }
}

t.test('every page has the same headings, code, links, rows and words as its HTML', async (t) => {
  t.ok(pages.length > 15)
  for (const { path, html, markdown } of pages) {
    // The name of a field is a link to its own row, which Markdown has as code.
    const page = contentOf(html.replaceAll(/<a class="f"[^>]*>(.*?)<\/a>/g, '<code>$1</code>'))
    const text = contentOf(marked.parse(markdown, { async: false }))
    const links = page.links.map((href) =>
      href.replace(/^(\/docs(?:\/(?:guides|reference)\/[^#]+)?)(?=#|$)/, '$1.md'),
    )
    t.same(text, { ...page, links }, path)
  }
})

const anchorsOf = (markdown: string): Set<string> => {
  const own = [...markdown.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id!)
  const headings = [...markdown.matchAll(/^#{1,4} (.*)$/gm)].map(([, text]) =>
    text!
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, ''),
  )
  return new Set([...own, ...headings])
}

const linksOf = (markdown: string): string[] =>
  contentOf(marked.parse(markdown, { async: false })).links.concat(
    [...markdown.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, href]) => href!),
  )

t.test('every link leads to an answer of 200, and to a heading or row that is there', async (t) => {
  const texts = await Promise.all(
    ['/llms.txt', '/llms-full.txt'].map(async (path) => ({ path, markdown: (await get(path)).body })),
  )
  const known = new Map(pages.map(({ path, markdown }) => [`${path}.md`, anchorsOf(markdown)]))
  const statuses = new Map<string, number>()
  for (const { path, markdown } of [...pages.map((one) => ({ ...one, path: `${one.path}.md` })), ...texts]) {
    for (const href of linksOf(markdown)) {
      const url = new URL(href, DESCRIBING_URL + path)
      if (url.origin !== DESCRIBING_URL || url.pathname.startsWith('/console')) continue
      const id = url.hash.slice(1)
      if (!statuses.has(url.pathname)) statuses.set(url.pathname, (await get(url.pathname)).statusCode)
      const isThere = statuses.get(url.pathname) === 200
      if (!isThere || (id !== '' && known.get(url.pathname)?.has(id) !== true)) t.fail(`${path}: ${href}`)
    }
  }
  t.ok(statuses.size > pages.length)
})

t.test(
  'a page is Markdown by its address, or if the client prefers it, and says where the other is',
  async (t) => {
    const path = '/docs/reference/trips'
    const type = async (url: string, accept?: string): Promise<string> => {
      const { headers } = await get(url, accept === undefined ? {} : { accept })
      t.match(headers.vary, /accept,/)
      return String(headers['content-type']).split(';')[0]!
    }
    for (const page of ['/docs', path])
      for (const [accept, wanted] of [
        [undefined, 'text/html'],
        ['text/html,application/xhtml+xml,*/*;q=0.8', 'text/html'],
        ['text/html, text/markdown;q=0.5', 'text/html'],
        ['text/markdown', 'text/markdown'],
        ['text/markdown, text/html, */*', 'text/markdown'],
        ['text/html;q=0.9, text/markdown', 'text/markdown'],
      ] as const) {
        t.equal(await type(page, accept), wanted, `${page} for ${String(accept)}`)
        if (accept !== 'text/markdown') t.equal(await type(`${page}.md`, accept), 'text/markdown')
      }
    t.equal((await get(path)).headers.link, `<${path}.md>; rel="alternate"; type="text/markdown"`)
    t.match((await get(path)).body, `<link rel="alternate" type="text/markdown" href="${path}.md">`)
    t.equal((await get(`${path}.md`)).headers.link, `<${path}>; rel="canonical"`)
    t.equal((await get(path, { accept: 'text/markdown' })).body, (await get(`${path}.md`)).body)
  },
)

t.test('pages and texts are kept by their tag, under which the other form is not known', async (t) => {
  for (const path of [
    '/docs',
    '/docs.md',
    '/docs/guides/feeds',
    '/docs/guides/feeds.md',
    '/llms.txt',
    '/llms-full.txt',
  ]) {
    const { headers } = await get(path, { 'accept-encoding': 'br' })
    t.match(headers, { 'cache-control': 'public, max-age=300', 'content-encoding': 'br' }, path)
    const known = { 'if-none-match': String(headers.etag) }
    t.match(await get(path, known), { statusCode: 304, body: '' }, path)
    if (path === '/docs') t.equal((await get('/docs.md', known)).statusCode, 200)
  }
})

t.test('an unknown page is a Markdown of 404', async (t) => {
  for (const path of ['/docs/guides/none.md', '/docs/reference/none.md', '/docs/guides/feeds.md.md']) {
    const { statusCode, headers, body } = await get(path)
    t.match(
      { statusCode, headers },
      { statusCode: 404, headers: { 'content-type': /^text\/markdown/ } },
      path,
    )
    t.match(body, /^# There is no such page\n/)
  }
})

t.test('llms.txt has a title, a summary and a line for each page; llms-full.txt has the pages', async (t) => {
  const { body: index, headers } = await get('/llms.txt')
  t.match(headers['content-type'], /^text\/plain/)
  t.match(index, /^# Tripfold API\n\n> \S.*\n\n[^#]+\n## Guides\n\n- /)
  const items = [...index.matchAll(/^- \[[^\]]+\]\((\S+)\): \S.+$/gm)].map(([, url]) => url)
  for (const { path } of pages.slice(1)) t.ok(items.includes(`${DESCRIBING_URL}${path}.md`), path)
  t.equal(items.length, index.match(/^- /gm)?.length)
  t.ok(index.length < MAX_INDEX_BYTES, String(index.length))
  const { body: full } = await get('/llms-full.txt')
  const size = Buffer.byteLength(full)
  t.ok(size < MAX_FULL_BYTES, String(size))
  const withoutTargets = (text: string): string => text.replaceAll(/\]\([^)]*\)/g, ']')
  const whole = withoutTargets(full)
  for (const { path, markdown } of pages)
    t.ok(whole.includes(`Source: ${DESCRIBING_URL}${path}.md\n\n${withoutTargets(markdown)}`), path)
})
