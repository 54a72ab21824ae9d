/** Strong entity tags: two with the same text stand for the same bytes (RFC 9110 8.8.1). */
import type { FastifyRequest } from 'fastify'
import t from 'tap'
import { requireIfMatch } from '../../../api/http/etag.js'
import { startIngress } from '../../support/api/ingress.js'

t.test('each coding has a tag of its own, and any of them is recognised', async (t) => {
  const ingress = await startIngress(t)
  const read = async (accepted: string, known?: string) =>
    await ingress.request('/openapi.json', {
      headers: { 'accept-encoding': accepted, ...(known === undefined ? {} : { 'if-none-match': known }) },
    })
  const tags = []
  for (const [accepted, coding] of [
    ['identity', null],
    ['gzip', 'gzip'],
    ['br', 'br'],
  ] as const) {
    const answer = await read(accepted)
    t.equal(answer.headers.get('content-encoding'), coding)
    tags.push(answer.headers.get('etag') ?? '')
  }
  const [plain = ''] = tags
  t.same(tags, [plain, plain.replace(/"$/, '+gzip"'), plain.replace(/"$/, '+br"')])
  for (const known of tags)
    for (const accepted of ['identity', 'gzip', 'br']) {
      const { status, headers } = await read(accepted, `W/"other", ${known}`)
      t.same([status, headers.get('etag')], [304, known], 'it names the copy that the client may use')
    }
  t.equal((await read('gzip', plain.replace(/"$/, '+zstd"'))).status, 200)
})

t.test('a change may name the tag of any coding', (t) => {
  const row = { id: '7', version: 3 }
  const expects = (tag: string) =>
    requireIfMatch({ headers: { 'if-match': tag } } as FastifyRequest<never>, row)
  for (const tag of ['"7.3"', '"7.3+gzip"', '"7.3~abc+br"']) t.same(expects(tag), { expects: row }, tag)
  for (const tag of ['"7.2+gzip"', '"7.3+zip"', 'W/"7.3+gzip"']) t.throws(() => expects(tag), /changed/, tag)
  t.end()
})
