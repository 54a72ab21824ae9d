/** `v1a` signatures (webhooks.md 3.3): under load, no rotation of keys makes a receiver refuse a delivery. */
import { verifyAsync } from '@noble/ed25519'
import t from 'tap'
import nacl from 'tweetnacl'
import { connect } from '../../../db/pg/connect.js'
import { openWebhookKeys } from '../../../ops/wiring/secrets/signing-keys.js'
import { asRole } from '../../support/as-role.js'
import { authNode } from '../../support/auth/auth-node.js'
import type { AuthNode } from '../../support/auth/auth-node.js'
import { receiver } from '../../support/delivery/receiver.js'
import type { Received } from '../../support/delivery/receiver.js'
import { SECRET_KEY, webhookStack } from '../../support/delivery/webhooks.js'
import { silentLog } from '../../support/silent-log.js'
import { until } from '../../support/until.js'

const PATH = '/.well-known/webhook-keys'
const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
type Verify = (signature: Uint8Array, signed: Uint8Array, key: Uint8Array) => boolean | Promise<boolean>

async function fetchKeys(node: AuthNode): Promise<{ keys: Array<Record<string, string>>; maxAgeMs: number }> {
  const answer = await node.call(PATH)
  const maxAge = /max-age=(\d+)/.exec(String(answer.headers['cache-control']))?.[1]
  return { keys: answer.json()['keys'] as Array<Record<string, string>>, maxAgeMs: Number(maxAge) * 1_000 }
}

const bytesOf = (whpk = ''): Uint8Array => new Uint8Array(Buffer.from(whpk.slice('whpk_'.length), 'base64'))

async function isGenuine(one: Received, keys: readonly Uint8Array[], verify: Verify): Promise<boolean> {
  const { headers, body } = one
  const signed = Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
  for (const part of String(headers['webhook-signature']).split(' ')) {
    const [version, text = ''] = part.split(',')
    if (version !== 'v1a') continue
    for (const key of keys)
      if (await verify(new Uint8Array(Buffer.from(text, 'base64')), new Uint8Array(signed), key)) return true
  }
  return false
}

t.test('rotations under load', async (t) => {
  const stack = await webhookStack(t)
  const { database, databaseUrl, member, callback, emit, worker } = stack
  const node = await authNode(t, { databaseUrl, secrets: { SECRET_KEY } })
  const deliver = connect({ url: asRole(databaseUrl, 'deliver'), name: 'keys', log: silentLog() })
  t.teardown(deliver.close)
  const keys = await openWebhookKeys(deliver.knex, { SECRET_KEY })
  const operator = await openWebhookKeys(database.knex, { SECRET_KEY })
  /** Time passes for the keys and the receivers alike. */
  let now = 0
  const pass = async (minutes: number): Promise<void> => {
    await database.pool.query(
      `update webhook_key set sign_from = sign_from - make_interval(mins => $1),
         sign_until = sign_until - make_interval(mins => $1),
         publish_until = publish_until - make_interval(mins => $1)`,
      [minutes],
    )
    now += minutes * MINUTE_MS
  }
  const reload = async (): Promise<void> => {
    await node.auth.webhookKeys.reload()
    await keys.reload()
  }

  const first = await fetchKeys(node)
  t.equal(first.keys.length, 1)
  t.match(first.keys[0], { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', kid: /^.{12}$/, whpk: /^whpk_.{43}=$/ })
  t.notOk('d' in first.keys[0]!, 'the private part is not published')
  const copied = [bytesOf(first.keys[0]?.['whpk'])]

  const [cached, copy] = [await receiver(t), await receiver(t)]
  let set = { ...first, fetchedAt: now }
  /** By receiver, the events that it has judged: keys may not change between a delivery and its check. */
  const judged = { cached: [] as string[], copy: [] as string[] }
  const refused: string[] = []
  const answer = (isRight: boolean, who: keyof typeof judged, { event }: Received): number => {
    judged[who].push(event.id)
    if (!isRight) refused.push(who)
    return isRight ? 204 : 401
  }
  cached.reply(async (one, response) => {
    if (now >= set.fetchedAt + set.maxAgeMs) set = { ...(await fetchKeys(node)), fetchedAt: now }
    const published = set.keys.map(({ whpk }) => bytesOf(whpk))
    response.writeHead(answer(await isGenuine(one, published, verifyAsync), 'cached', one)).end()
  })
  copy.reply(async (one, response) => {
    const isRight = await isGenuine(one, copied, (signature, signed, key) =>
      nacl.sign.detached.verify(signed, signature, key),
    )
    response.writeHead(answer(isRight, 'copy', one)).end()
  })
  await member('11')
  for (const { url } of [cached, copy]) await callback({ url, timeoutMs: 5_000 })
  await database.pool.query("update callback set signature = 'v1a'")
  await worker({ signingKeys: keys.signers })

  let emitted = 0
  const underLoad = async (): Promise<void> => {
    const before = judged.cached.length
    emitted += (await emit(Array.from({ length: 6 }, () => '11'))).length
    await until('deliveries', () => judged.cached.length > before)
  }
  await underLoad()
  const second = await operator.rotate()
  for (let minute = 0; minute < 12; minute += 1) {
    await reload()
    await underLoad()
    await pass(1)
  }
  await reload()
  t.equal(keys.signers().length, 2, 'the old key and the new one sign')
  t.ok(set.keys.some(({ kid }) => kid === second))
  const third = await operator.rotate({ atOnce: true })
  await keys.reload()
  t.equal(keys.signers().length, 3)
  await underLoad()
  await pass(6)
  await reload()
  await underLoad()
  await until('all', () => Object.values(judged).every((events) => new Set(events).size === emitted))
  t.same(refused, [], 'nothing was refused, neither by the published keys nor by the first one')
  t.equal(judged.cached.length, emitted, 'nor sent twice')

  await pass(32 * DAY_MINUTES)
  await reload()
  t.equal(keys.signers().length, 1, 'the old ones have ended')
  t.equal(await operator.withdraw(third), true)
  await reload()
  t.equal(keys.signers().length, 1, 'another one signs at once')
  const last = await fetchKeys(node)
  t.notOk(
    last.keys.some(({ kid }) => kid === third || kid === second),
    'withdrawn and past keys are not published',
  )
  const from = judged.copy.length
  await emit(['11'])
  await until('a delivery', () => judged.copy.length > from && judged.cached.length > emitted)
  t.same([...new Set(refused)], ['copy'], 'a copy of the first key is out of date now')
})
