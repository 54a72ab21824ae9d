import { generateKeyPairSync } from 'node:crypto'
import t from 'tap'
import { encodeSecret, parseSecret, signBody } from '../../../actors/delivery/webhook-signature.js'
import { verifyWebhook, WebhookVerificationError } from '../../../api/client/src/webhooks.js'
import { exampleEvent } from '../../../api/document/examples/events.js'

const secret = encodeSecret(new Uint8Array(32).fill(7))
const other = encodeSecret(new Uint8Array(32).fill(8))
const now = 1_771_500_000
const body = JSON.stringify(exampleEvent('segment.created'))

const signed = (by: readonly string[], text = body, at = now): Record<string, string> => ({
  'webhook-id': 'event-1',
  'webhook-timestamp': String(at),
  'webhook-signature': signBody(by.map(parseSecret), 'event-1', at, Buffer.from(text)).signature,
})

t.test('what the service signs is verified, and typed by its type', async (t) => {
  const event = await verifyWebhook(body, signed([secret]), { secrets: secret, now })
  t.equal(event.type, 'segment.created')
  if (event.type !== 'segment.created' || event.data.truncated === true) return t.fail('it is not narrowed')
  const { object } = event.data
  if (object.type === 'Air') t.equal(object.departure_datetime.slice(0, 10), '2026-03-14')
  else t.fail('the example is a flight')
  await t.resolves(verifyWebhook(Buffer.from(body), new Headers(signed([secret])), { secrets: secret, now }))
})

t.test('a public key verifies v1a signatures, and only these', async (t) => {
  const [mine, theirs] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')]
  const [publicKey, otherKey] = [mine, theirs].map(
    (pair) =>
      `whpk_${pair.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64')}`,
  )
  const { signature } = signBody([parseSecret(secret)], 'event-1', now, Buffer.from(body), [mine.privateKey])
  const headers = { ...signed([secret]), 'webhook-signature': signature }
  for (const key of [publicKey!, secret])
    await t.resolves(verifyWebhook(body, headers, { secrets: key, now }))
  await t.resolves(verifyWebhook(body, headers, { secrets: [otherKey!, publicKey!], now }))
  for (const [text, key] of [
    [body, otherKey],
    [`${body} `, publicKey],
  ] as const)
    await t.rejects(verifyWebhook(text, headers, { secrets: key!, now }), WebhookVerificationError)
  const asSecret = publicKey!.replace('whpk_', 'whsec_')
  const forged = signBody([parseSecret(asSecret)], 'event-1', now, Buffer.from(body)).signature
  for (const version of ['v1', 'v1a']) {
    const faked = { ...headers, 'webhook-signature': forged.replace('v1,', `${version},`) }
    const refused = verifyWebhook(body, faked, { secrets: publicKey!, now })
    await t.rejects(refused, WebhookVerificationError, `an HMAC with the public key as ${version}`)
  }
  await t.rejects(verifyWebhook(body, headers, { secrets: 'whpk_AAAA', now }), TypeError)
})

t.test('while a secret is rotated, either one will do', async (t) => {
  await t.resolves(verifyWebhook(body, signed([other, secret]), { secrets: secret, now }))
  await t.resolves(verifyWebhook(body, signed([secret]), { secrets: [other, secret], now }))
  await t.rejects(verifyWebhook(body, signed([other]), { secrets: secret, now }), WebhookVerificationError)
})

t.test('what was changed, is late or is not signed is refused', async (t) => {
  const refused = async (text: string, headers: Record<string, string>, why: RegExp): Promise<void> => {
    const error = await verifyWebhook(text, headers, { secrets: secret, now }).catch(
      (thrown: unknown) => thrown,
    )
    t.ok(error instanceof WebhookVerificationError, String(why))
    t.match((error as Error).message, why)
  }
  await refused(`${body} `, signed([secret]), /No signature/)
  await refused(body, signed([secret], body, now - 301), /too long ago/)
  await refused(body, signed([secret], body, now + 301), /too long ago/)
  await refused(body, { ...signed([secret]), 'webhook-id': 'event-2' }, /No signature/)
  await refused(body, { ...signed([secret]), 'webhook-signature': 'v2,abc v1,%%' }, /No signature/)
  const { 'webhook-signature': signature = '' } = signed([secret])
  const otherVersion = signature.replace('v1,', 'v2,')
  await refused(body, { ...signed([secret]), 'webhook-signature': otherVersion }, /No signature/)
  await refused(body, { ...signed([secret]), 'webhook-timestamp': 'today' }, /not a number/)
  await refused(body, {}, /webhook-id is missing/)
  await t.resolves(
    verifyWebhook(body, signed([secret], body, now - 301), { secrets: secret, now, toleranceSeconds: 600 }),
  )
  await t.rejects(verifyWebhook(body, signed([secret]), { secrets: 'whsec_%', now }), TypeError)
})
