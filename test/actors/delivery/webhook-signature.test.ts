import t from 'tap'
import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { verifyAsync } from '@noble/ed25519'
import { Webhook as Standard } from 'standardwebhooks'
import { Webhook as Svix } from 'svix'
import nacl from 'tweetnacl'
import { encodeSecret, parseSecret, signBody } from '../../../actors/delivery/webhook-signature.js'

const text = JSON.stringify({ id: 'e1', type: 'trip.updated', data: { object: { destination: 'Zürich' } } })
const body = Buffer.from(text)
const id = '8d3b1f2a-0000-5000-8000-000000000001'
const newSecret = encodeSecret(new Uint8Array(32).fill(7))
const oldSecret = encodeSecret(new Uint8Array(32).fill(9))
const now = Math.floor(Date.now() / 1_000)

t.test('the published example of Standard Webhooks', async (t) => {
  const secret = parseSecret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
  const example = Buffer.from('{"test": 2432232314}')
  t.equal(
    signBody([secret], 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, example).signature,
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  )
})

t.test('published HMACs (RFC 4231 4.2 and 4.3)', async (t) => {
  for (const [key, message, mac] of [
    ['\x0b'.repeat(20), 'Hi There', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
    [
      'Jefe',
      'what do ya want for nothing?',
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
  ] as const) {
    const secret = { bytes: Buffer.from(key), text: key }
    t.equal(signBody([secret], id, now, Buffer.from(message)).plain, mac)
  }
})

t.test('other libraries verify it', async (t) => {
  const headersOf = (secrets: string[], event = id): Record<string, string> => ({
    'webhook-id': event,
    'webhook-timestamp': String(now),
    'webhook-signature': signBody(secrets.map(parseSecret), event, now, body).signature,
  })
  const headers = headersOf([newSecret, oldSecret])
  for (const secret of [newSecret, oldSecret]) {
    t.same(new Standard(secret).verify(text, headers), JSON.parse(text))
    t.same(new Svix(secret).verify(text, headers), JSON.parse(text))
    t.throws(() => new Standard(secret).verify(`${text} `, headers), 'a changed body is refused')
  }
  t.throws(() => new Svix(oldSecret).verify(text, headersOf([newSecret])), 'another secret is refused')
  const longId = id.repeat(9)
  t.same(new Standard(newSecret).verify(text, headersOf([newSecret], longId)), JSON.parse(text), 'a long id')
})

t.test('two other libraries verify v1a', async (t) => {
  const pair = generateKeyPairSync('ed25519')
  const publicKey = new Uint8Array(pair.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32))
  const { signature } = signBody([parseSecret(newSecret)], id, now, body, [pair.privateKey])
  const [v1 = '', v1a = ''] = signature.split(' ')
  t.equal(v1, signBody([parseSecret(newSecret)], id, now, body).signature, 'the other signature is the same')
  t.match(v1a, /^v1a,[A-Za-z0-9+/]{86}==$/)
  const bytes = new Uint8Array(Buffer.from(v1a.slice(4), 'base64'))
  for (const [sent, isGenuine] of [
    [`${id}.${now}.${text}`, true],
    [`${id}.${now + 1}.${text}`, false],
    [`${id}.${now}.${text} `, false],
  ] as const) {
    const signed = new Uint8Array(Buffer.from(sent))
    t.equal(await verifyAsync(bytes, signed, publicKey), isGenuine)
    t.equal(nacl.sign.detached.verify(signed, bytes, publicKey), isGenuine)
  }
  t.same(
    new Standard(newSecret).verify(text, {
      'webhook-id': id,
      'webhook-timestamp': String(now),
      'webhook-signature': `${v1a} ${v1}`,
    }),
    JSON.parse(text),
    'and a library that knows only v1 is not disturbed',
  )
})

t.test('openssl computes the same', async (t) => {
  const key = Buffer.from(newSecret.slice(6), 'base64').toString('hex')
  const openssl = (mac: string[], input: string): string =>
    execFileSync('openssl', ['dgst', '-sha256', ...mac, '-r'], { input, encoding: 'utf8' }).split(' ')[0] ??
    ''
  const hex = openssl(['-mac', 'HMAC', '-macopt', `hexkey:${key}`], `${id}.${now}.${text}`)
  const signed = signBody([parseSecret(newSecret)], id, now, body)
  t.equal(signed.signature, `v1,${Buffer.from(hex, 'hex').toString('base64')}`)
  t.equal(signed.plain, openssl(['-hmac', newSecret], text))
  t.equal(
    signBody([parseSecret(newSecret), parseSecret(oldSecret)], id, now, body).plain,
    signed.plain,
    'the plain signature uses the newest secret only',
  )
})

t.test('bad secrets', async (t) => {
  t.throws(() => encodeSecret(new Uint8Array(31)), RangeError)
  t.throws(() => parseSecret('secret'), TypeError)
  t.throws(() => signBody([], id, now, body), RangeError)
})

t.test('a body can be signed repeatedly and is not changed', async (t) => {
  const first = signBody([parseSecret(newSecret)], id, now, body)
  signBody([parseSecret(oldSecret), parseSecret(newSecret)], id, now + 9, body)
  t.equal(body.toString(), text)
  t.same(signBody([parseSecret(newSecret)], id, now, body), first)
})
