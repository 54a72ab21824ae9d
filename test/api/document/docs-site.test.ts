/** The documentation as a whole: everything has an anchor, every link leads somewhere, no page is heavy. */
import t from 'tap'
import { ERROR_STATUS } from '../../../schemas/base/errors.js'
import { SEGMENT_ERROR_CODES } from '../../../schemas/segment/validation/segment-error.js'
import { WARNING_CODES } from '../../../schemas/segment/warning.js'
import { EVENT_TYPES } from '../../../schemas/webhooks/event.js'
import { SCOPES } from '../../../schemas/oauth/scope.js'
import { readMarkdown } from '../../../api/document/page/markdown.js'
import { callbackExample, tripExample } from '../../../api/document/examples/resources.js'
import { servedAt } from '../../../api/document/page/served-address.js'
import { fieldTable } from '../../../api/document/page/reference/field-table.js'
import { collectExamples } from '../../../api/document/page/reference/reference.js'
import { describingServer } from '../../support/api/describing-server.js'

const app = await describingServer(t)
const get = async (url: string): Promise<string> => (await app.inject(url)).body
const document = JSON.parse(await get('/openapi.json')) as {
  paths: Record<string, Record<string, { operationId: string }>>
  components: { schemas: Record<string, { properties?: Record<string, unknown> }> }
}

const pages = new Map<string, string>()
/** A page without the colours of its code. */
const plain = (path: string): string =>
  pages.get(path)!.replaceAll(/<span class="c-\w+">([^<]*)<\/span>/g, '$1')
const addresses = ['/docs']
for (const address of addresses) {
  const page = await get(address)
  pages.set(address, page)
  for (const [, href] of page.matchAll(/<li><a href="(\/docs[^"#.]*)"/g))
    if (!addresses.includes(href!)) addresses.push(href!)
}
const anchors = new Set(
  [...pages].flatMap(([path, html]) => [
    path,
    ...[...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => `${path}#${id!}`),
  ]),
)
const search = JSON.parse(await get('/docs/search.json')) as Array<[string, string, string, string]>

t.test('the sidebar leads to every task', async (t) => {
  for (const name of [
    'segments',
    'raw-segment-fields',
    'segment-fields',
    'documents',
    'trips',
    'events',
    'webhooks',
    'oauth',
    'feeds',
    'members',
    'errors',
    'requests',
  ])
    t.ok(pages.has(`/docs/reference/${name}`), name)
  t.ok(pages.has('/docs/guides/quickstart'))
  t.ok(pages.has('/docs/guides/concepts'))
})

t.test('every link within the documentation leads to something', async (t) => {
  for (const [path, html] of pages) {
    const links = [...html.matchAll(/ href="((?:\/docs|#)[^"]*)"/g)].map(([, href]) => href!)
    const dead = links
      .map((href) => (href.startsWith('#') ? path + href : href))
      .filter((href) => href !== `${path}.md` && !anchors.has(href))
    t.same([...new Set(dead)].slice(0, 5), [], path)
  }
  t.same(search.filter(([, , address]) => !anchors.has(address)).slice(0, 5), [], 'search results')
})

t.test('no anchor is used twice on a page', async (t) => {
  for (const [path, html] of pages) {
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)
    t.same(ids.filter((id, at) => ids.indexOf(id) !== at).slice(0, 5), [], path)
  }
})

t.test('operations, fields and values can be linked to, and found', async (t) => {
  const ids = new Set([...anchors].map((anchor) => anchor.split('#')[1] ?? ''))
  const found = new Set(search.map(([, , address]) => address.split('#')[1]))
  const operations = Object.values(document.paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  )
  t.ok(operations.length > 40)
  const wanted = [
    ...operations,
    ...Object.keys(ERROR_STATUS),
    ...SEGMENT_ERROR_CODES.map((code) => `segment-error.${code}`),
    ...WARNING_CODES.map((code) => `warning.${code}`),
    ...EVENT_TYPES.map((type) => `event.${type}`),
    ...SCOPES.map((scope) => `scope.${scope}`),
    'Trip.destinations[].city_name',
    'submitSegments.body.mode',
    'listTrips.limit',
  ]
  t.same(
    wanted.filter((id) => !ids.has(id)),
    [],
    'anchors',
  )
  t.same(
    wanted.filter((id) => !found.has(id) && !/[.](body|limit)|\[\]|segment-error/.test(id)),
    [],
    'search results',
  )
  const shown = new Set([...ids].map((id) => id.split('.').at(-1)))
  const missing = Object.entries(document.components.schemas).flatMap(([name, { properties = {} }]) =>
    Object.keys(properties)
      .filter((field) => !ids.has(`${name}.${field}`) && !shown.has(field))
      .map((field) => `${name}.${field}`),
  )
  t.same(missing, [], 'fields')
})

t.test('errors of tokens have their own codes', async (t) => {
  const page = pages.get('/docs/reference/oauth')!
  for (const error of [
    '400-invalid_request',
    '401-invalid_client',
    '413-payload_too_large',
    '429-rate_limited',
    '500-server_error',
    '503-temporarily_unavailable',
  ])
    t.ok(page.includes(`<a href="#error-${error}">`), error)
  t.notMatch(page, /error-(?!503)\d+-temporarily_unavailable/)
})

t.test('comments of guides are not shown', async (t) => {
  const { html } = readMarkdown('# A\n\n<!-- one\nmore -->\n\nText<!-- two --> <b>', {
    counter: { count: 0 },
  })
  t.match(html, /Text &lt;b&gt;/)
  t.notMatch(html, /one|two|--/)
  for (const [path, page] of pages)
    t.notMatch(page.replaceAll(/<code[^>]*>[^]*?<\/code>/g, ''), /&lt;!--/, path)
})

t.test('the example of a resource is of that resource, also where an event may hold others', async (t) => {
  const examples = collectExamples(document)
  t.match(examples.get('Callback'), { id: callbackExample.id, url: callbackExample.url })
  t.match(examples.get('Trip'), { id: tripExample.id })
  for (const name of ['Account', 'Member', 'BatchMonitor'])
    t.notMatch(examples.get(name), { url: tripExample.url, id: tripExample.id }, name)
})

t.test('operations of one segment type are shown once, with the fields of single segments', async (t) => {
  const page = pages.get('/docs/reference/segments')!
  t.equal(page.match(/Submit one segment<\/a>/g)?.length, 1 + 1, 'in the table and in the sidebar')
  t.match(page, /"path">\/v2\/<wbr>segments\/<wbr>\{segment_type\}\/<wbr>\{segment_id\}<\/code>/)
  t.ok(page.includes('id="createSegment.body.trip_id"'))
})

t.test(
  'each page of the reference says since when its content is there, and later fields say so',
  async (t) => {
    for (const [path, html] of pages)
      if (path.startsWith('/docs/reference/')) t.equal(html.match(/Since version 0\.1\.0/g)?.length, 1, path)
    const reference = {
      document: {},
      schemaHref: () => '',
      isSent: () => true,
      exampleOf: () => undefined,
    }
    const schema = {
      properties: {
        old: { type: 'string' },
        later: { type: 'string', 'x-since': '0.2.0', 'x-default': 'a' },
      },
    }
    const rows = fieldTable(reference, schema, { id: 'x', example: undefined, isSent: true }).split('<tr')
    t.match(
      rows.filter((row) => row.includes('since 0.2.0')),
      [/id="x\.later".*default <code>a</],
    )
  },
)

t.test('every heading can be found', async (t) => {
  const known = new Set(search.map(([, , address]) => address))
  const general = /#(operations|values|schemas|errors)$/
  for (const [path, html] of pages) {
    if (path === '/docs') continue
    const headings = [...html.matchAll(/<h[23] id="([^"]+)"/g)].map(([, id]) => `${path}#${id!}`)
    t.same(
      headings.filter((address) => !general.test(address) && !known.has(address)),
      [],
      path,
    )
  }
})

t.test('every field that can have an example has one', async (t) => {
  const rows = [...pages.values()].flatMap((html) => html.split('<tr id="').slice(1))
  const bare = rows.filter(
    (row) => /<td class="none">(<\/tbody|$)/.test(row) && /^[^>]+><td>[^]*?<td>string/.test(row),
  )
  const names = new Set(bare.map((row) => /^(?:[^"]*\.)?([^".]+)"/.exec(row)?.[1]))
  for (const name of ['first_name', 'origin_city_name', 'pickup_lat', 'received', 'price'])
    t.notOk(names.has(name), name)
})

t.test('scripts import each other by their content', async (t) => {
  const script = await get('/assets/docs.js')
  const address = /from '\.\/(search-match\.js\?v=[\w-]{12})'/.exec(script)?.[1] ?? ''
  const answer = await app.inject(`/assets/${address}`)
  t.match(answer.headers['cache-control'], /immutable/, 'the current version')
})

t.test('a service without a public URL shows the address at which a page was read', async (t) => {
  const page = '<code>curl https://localhost:8443/v2/trips</code>'
  t.match(servedAt(page, 'https://localhost:8443', '192.0.2.7:9443'), 'https://192.0.2.7:9443/v2/trips')
  t.equal(servedAt(page, 'https://localhost:8443', '"><script>'), page, 'not what a Host cannot be')
  const known = '<code>curl https://travel.example/v2/trips</code>'
  t.equal(servedAt(known, 'https://travel.example', 'other.example'), known, 'BASE_URL is what counts')
  t.match(
    pages.get('/docs/reference/trips'),
    'https://travel.example/v2/trips/58241077248004',
    'in examples too',
  )
  t.notMatch([...pages.values()].join(''), 'tripfold.example')
})

t.test('requests are shown in three languages, with the address of this service', async (t) => {
  const page = plain('/docs/reference/segments')
  t.match(page, /data-tab="curl".*data-tab="TypeScript".*data-tab="Python"/s)
  t.match(page, /curl -sS &quot;https:\/\/travel\.example\/v2\/segments&quot;/)
  const note = 'The TypeScript and Python samples use the clients'
  t.ok(page.includes(note), 'where they do, the page says so')
  t.notOk(pages.get('/docs/reference/raw-segment-fields')!.includes(note), 'a page without requests does not')
  for (const name of ['webhooks', 'oauth'])
    t.match(pages.get(`/docs/reference/${name}`), /<span data-value="client_id">YOUR_CLIENT_ID</, name)
})

t.test('every page keeps to the policy: nothing inline, nothing from elsewhere', async (t) => {
  const answer = await app.inject('/docs')
  t.match(
    answer.headers['content-security-policy'],
    /default-src 'none'; style-src 'self'; script-src 'self'/,
  )
  t.notMatch(answer.headers['content-security-policy'], /unsafe/)
  for (const [path, html] of pages) {
    t.notMatch(
      html,
      /<script(?! type="module" src="\/assets\/(pages|docs)\.js)|<style| style="| on[a-z]+="/,
      path,
    )
    t.notMatch(html, /(src|href)="http(?!s:\/\/travel\.example)|@import/, path)
    t.equal(html.match(/<h1[ >]/g)?.length, 1, `${path}: one h1`)
  }
})

t.test('a page with all it loads has less than 500 kB, uncompressed', async (t) => {
  const shared = [
    '/assets/pages.css',
    '/assets/docs.css',
    '/assets/pages.js',
    '/assets/docs.js',
    '/assets/search-match.js',
    '/docs/search.json',
  ]
  const sizes = await Promise.all(shared.map(async (address) => Buffer.byteLength(await get(address))))
  const extra = sizes.reduce((sum, size) => sum + size, 0)
  for (const [path, html] of pages)
    t.ok(Buffer.byteLength(html) + extra < 500_000, `${path}: ${html.length + extra}`)
})

t.test('an unknown page says so, with the way on', async (t) => {
  for (const path of [
    '/docs/guides/none',
    '/docs/reference/none',
    '/docs/images/none.png',
    '/docs/images/..%2fcontract.md',
  ]) {
    const answer = await app.inject(path)
    t.equal(answer.statusCode, 404, path)
    t.match(answer.body, /There is no such page/, path)
  }
})

t.test('pictures of guides are served', async (t) => {
  const answer = await app.inject('/docs/images/console.png')
  t.equal(answer.statusCode, 200)
  t.equal(answer.headers['content-type'], 'image/png')
  for (const [img] of [...pages.values()].join('').matchAll(/<img [^>]*>/g))
    t.match(img, / width="\d+" height="\d+"/)
  t.match(pages.get('/docs/guides/concepts'), /class="picture" tabindex="0" role="img" aria-label="Raw/)
})

t.test('fields that a page has shown are closed when an operation has them again', async (t) => {
  const html = pages.get('/docs/reference/trips')!
  const closed = [...html.matchAll(/ id="([^".]+\.202)\.status"/g)].map(([, id]) => {
    const before = html.slice(0, html.indexOf(` id="${id!}.status"`))
    return (
      before.endsWith('<tr') && before.lastIndexOf('<summary>Fields') > before.lastIndexOf(` id="${id!}"`)
    )
  })
  t.ok(closed.length > 2)
  t.same(closed, [false, ...closed.slice(1).map(() => true)])
})
