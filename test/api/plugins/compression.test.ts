/** The encoding of an answer (RFC 9110 12.5.3). */
import t from 'tap'
import { encodingFor } from '../../../api/plugins/compression.js'
import { startIngress } from '../../support/api/ingress.js'

t.test('the encoding with the highest weight', async (t) => {
  for (const [header, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['br;q=0.1, gzip;q=1', 'gzip'],
    ['gzip;q=0.5, br;q=0.5', 'br'],
    ['GZIP; Q=0.8 , br;q=0.2', 'gzip'],
    ['gzip', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0.2, *;q=0.1', 'gzip'],
    ['br;q=0', null],
    ['*;q=0', null],
    ['gzip;q=0.5, identity', null],
    ['gzip, identity', 'gzip'],
    ['identity', null],
    ['deflate', null],
    ['', null],
    [undefined, null],
  ] as const)
    t.equal(encodingFor(header), encoding, String(header))
})

t.test('answers are sent in it', async (t) => {
  const ingress = await startIngress(t)
  for (const [accepted, encoding] of [
    ['br;q=0.1, gzip;q=1', 'gzip'],
    ['br, gzip', 'br'],
  ] as const) {
    const answer = await ingress.request('/openapi.json', { headers: { 'accept-encoding': accepted } })
    t.equal(answer.headers.get('content-encoding'), encoding)
    t.match(answer.json, { openapi: '3.1.0' })
  }
})
