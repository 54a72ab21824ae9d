import t from 'tap'
import { execFileSync } from 'node:child_process'
import { Webhook as Standard } from 'standardwebhooks'
import { Webhook as Svix } from 'svix'
import { webhookBody } from '../../../schemas/webhooks/webhook-body.js'
import { encodeSecret, signBody, parseSecret } from '../../../actors/delivery/webhook-signature.js'

const body = JSON.stringify({ id: 'e1', type: 'trip.updated', data: { object: { destination: 'Zürich' } } })
const id = '8d3b1f2a-0000-5000-8000-000000000001'
const fresh = encodeSecret(new Uint8Array(32).fill(7))
const old = encodeSecret(new Uint8Array(32).fill(9))
const now = Math.floor(Date.now() / 1_000)

t.test('verified by libraries that are not ours', async (t) => {
  const both = [parseSecret(fresh), parseSecret(old)]
  const signed = signBody(both, id, now, webhookBody(body)).signature
  for (const secret of [fresh, old]) {
    const headers = { 'webhook-id': id, 'webhook-timestamp': String(now), 'webhook-signature': signed }
    t.same(new Standard(secret).verify(body, headers), JSON.parse(body))
    t.same(new Svix(secret).verify(body, headers), JSON.parse(body))
    t.throws(() => new Standard(secret).verify(`${body} `, headers), 'a changed body is refused')
  }
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(now),
    'webhook-signature': signBody([parseSecret(fresh)], id, now, webhookBody(body)).signature,
  }
  t.throws(() => new Svix(old).verify(body, headers), 'another secret is refused')
})

t.test('verified by openssl', async (t) => {
  const key = Buffer.from(fresh.slice(6), 'base64').toString('hex')
  const openssl = (mac: string[], input: string): string =>
    execFileSync('openssl', ['dgst', '-sha256', ...mac, '-r'], { input, encoding: 'utf8' }).split(' ')[0] ??
    ''
  const hex = openssl(['-mac', 'HMAC', '-macopt', `hexkey:${key}`], `${id}.${now}.${body}`)
  const signed = signBody([parseSecret(fresh)], id, now, webhookBody(body))
  t.equal(signed.signature, `v1,${Buffer.from(hex, 'hex').toString('base64')}`)
  t.equal(signed.plain, openssl(['-hmac', fresh], body))
  t.equal(
    signBody([parseSecret(fresh), parseSecret(old)], id, now, webhookBody(body)).plain,
    signed.plain,
    'the newest alone',
  )
  t.equal(Buffer.from(signed.body).toString(), body, 'what is sent is what was signed')
})

t.test('bad secrets', async (t) => {
  t.throws(() => encodeSecret(new Uint8Array(31)), RangeError)
  t.throws(() => parseSecret('secret'), TypeError)
  t.throws(() => signBody([], id, now, webhookBody(body)), RangeError)
  t.throws(() => signBody([parseSecret(fresh)], id.repeat(2), now, webhookBody(body)), RangeError)
})

t.test('a payload is signed again and again, and what was sent of it stays as it was', async (t) => {
  const payload = webhookBody(body)
  const first = signBody([parseSecret(fresh)], id, now, payload)
  const again = signBody([parseSecret(old), parseSecret(fresh)], id, now + 9, payload)
  t.equal(Buffer.from(first.body).toString(), body)
  t.equal(Buffer.from(again.body).toString(), body)
  t.same(signBody([parseSecret(fresh)], id, now, payload), first)
})
