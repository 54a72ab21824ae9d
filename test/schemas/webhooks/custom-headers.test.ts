import t from 'tap'
import { customHeadersError } from '../../../schemas/webhooks/custom-headers.js'

t.test('names and values that may be sent', async (t) => {
  t.equal(customHeadersError({}), null)
  t.equal(
    customHeadersError({ Authorization: 'Bearer abc.def', 'x-tenant': 'seven of nine', 'X_a.b': '1' }),
    null,
  )
})

t.test('names that the service or the connection sets', async (t) => {
  for (const name of [
    'Host',
    'content-type',
    'Content-Length',
    'Webhook-Id',
    'tripfold-event-type',
    'X-Signature',
  ])
    t.match(customHeadersError({ [name]: 'a' }), new RegExp(`may not set "${name}"`), name)
  for (const name of [
    'Connection',
    'TE',
    'Transfer-Encoding',
    'upgrade',
    'Proxy-Authorization',
    'User-Agent',
  ])
    t.match(customHeadersError({ [name]: 'a' }), /may not set/, name)
})

t.test('nothing can begin a line of its own, and no error shows a value', async (t) => {
  for (const name of ['', 'a b', 'a:', 'a\r\nb', 'ä', 'a'.repeat(65)])
    t.match(customHeadersError({ [name]: 'a' }), /header name/, JSON.stringify(name))
  for (const value of [
    '',
    ' a',
    'a ',
    'secret\r\nx: 1',
    'secret\0',
    'sécret',
    'secret\x7f',
    's'.repeat(1_001),
  ]) {
    const error = customHeadersError({ 'x-a': value })
    t.match(error, /value of "x-a" that cannot be sent/, JSON.stringify(value).slice(0, 20))
    t.notMatch(error, /s.cret/)
  }
})

t.test('at most ten, each once', async (t) => {
  const many = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`x-${n}`, 'a']))
  t.match(customHeadersError(many), /at most 10/)
  t.match(customHeadersError({ 'X-A': '1', 'x-a': '2' }), /"x-a" twice/)
})
