/** Texts at addresses that strangers name: what is read, and what is not (oauth.md 1.3). */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { fetchText } from '../../../../workers/deliver/send/fetch-text.js'

const ANSWERS: Record<string, { status?: number; headers?: Record<string, string>; body: string }> = {
  '/plain': { headers: { 'content-type': 'application/json', 'cache-control': 'max-age=60' }, body: '{}' },
  '/linked': { headers: { 'content-type': 'application/ld+json' }, body: '[]' },
  '/page': { headers: { 'content-type': 'text/html' }, body: '<p>' },
  '/moved': { status: 302, headers: { location: '/plain', 'content-type': 'application/json' }, body: '{}' },
  '/failing': { status: 500, headers: { 'content-type': 'application/json' }, body: '{}' },
  '/long': { headers: { 'content-type': 'application/json' }, body: ' '.repeat(10_241) },
}
const server = createServer(({ url = '' }, response) => {
  const { status = 200, headers, body } = ANSWERS[url] ?? { body: '' }
  response.writeHead(status, headers).end(body)
}).listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
t.teardown(() => server.close())
const { port } = server.address() as AddressInfo

t.test('a small JSON text of 200, and nothing else', async (t) => {
  const rules = { developerMode: true, resolve: async () => ['127.0.0.1'] }
  const read = async (path: string) => await fetchText(`http://127.0.0.1:${port}${path}`, rules)
  t.same(await read('/plain'), { text: '{}', cacheControl: 'max-age=60' })
  t.match(await read('/linked'), { text: '[]' })
  for (const path of ['/page', '/moved', '/failing', '/long']) t.equal(await read(path), null, path)
})

t.test('nothing at a private address', async (t) => {
  const rules = { developerMode: false, resolve: async () => ['127.0.0.1'] }
  for (const url of [
    `https://inside.example:${port}/plain`,
    'https://127.0.0.1/plain',
    'https://10.0.0.1/plain',
  ])
    t.equal(await fetchText(url, rules), null, url)
})
