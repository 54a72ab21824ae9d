/**
 * Two API nodes with a broker: revocation does not depend on it, and a restart of the broker does not delay
 * it.
 */
import t from 'tap'
import type { Test } from 'tap'
import { rawExamples } from '../../../../api/document/examples/raw-segments.js'
import { connectStream } from '../../../../workers/stream/connection/connect.js'
import { publisher } from '../../../../workers/stream/publish.js'
import { ensureStreams } from '../../../../workers/stream/setup.js'
import { aMember, anApp, api, memberTokens, signedInMember } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import type { AuthNode } from '../../../support/auth/auth-node.js'
import { natsFolder, ownNats } from '../../../support/servers.js'
import { until } from '../../../support/until.js'

const SECOND = 1_000
const dir = natsFolder()
const nats = await ownNats(t, { dir })
const apiNode = async (joins?: AuthNode): Promise<AuthNode> => {
  const nc = await connectStream({ url: nats.url, name: 'api node' })
  await ensureStreams(nc, { partitions: 4, maxBytes: 64 * 2 ** 20, replicas: 1 })
  const { publish, close } = publisher(nc, { deadlineMs: 2_000 })
  t.teardown(async () => {
    close()
    await nc.close()
  })
  return await authNode(t, { publish, ...(joins === undefined ? {} : { joins }) })
}
const near = await apiNode()
const far = await apiNode(near)
const app = await anApp(near)
const who = await signedInMember(near, await aMember(near))

const submit = async (node: AuthNode, token: string): Promise<number> =>
  (
    await node.call('/v2/segments', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ segments: [rawExamples.Air] }),
    })
  ).status

/**
 * Revokes on one node; milliseconds from the response until the other refuses the token for reads and
 * writes.
 */
const revoked = async (t: Test, accessToken: string, refreshToken: string): Promise<number> => {
  await near.post('/oauth/revoke', {
    client_id: app.clientId,
    client_secret: app.clientSecret,
    token: refreshToken,
  })
  const begun = performance.now()
  await until('the other node refuses', async () => (await api(far, accessToken)).status === 401, SECOND)
  const ms = Math.round(performance.now() - begun)
  t.equal(await submit(far, accessToken), 401)
  return ms
}

t.test(
  'revoked on one node, refused on the other within a second: before, while and after the broker restarts',
  async (t) => {
    const figures: string[] = []
    const round = async (when: string, posting: number): Promise<void> => {
      const { accessToken, refreshToken } = await memberTokens(near, app, who)
      for (const node of [near, far])
        t.equal(await submit(node, accessToken), posting, `${when}: the token is good at each node`)
      const ms = await revoked(t, accessToken, refreshToken)
      figures.push(`${when} ${ms} ms`)
      t.ok(ms < SECOND, `${when}: ${ms} ms`)
    }
    await round('before', 202)
    const between = await memberTokens(near, app, who)
    t.equal(await submit(far, between.accessToken), 202)
    await nats.stop()
    await round('without a broker', 503)
    await ownNats(t, { dir, port: Number(new URL(nats.url).port) })
    await until(
      'the nodes publish again',
      async () =>
        (await submit(near, between.accessToken)) === 202 && (await submit(far, between.accessToken)) === 202,
    )
    const ms = await revoked(t, between.accessToken, between.refreshToken)
    figures.push(`restarted in between ${ms} ms`)
    t.ok(ms < SECOND, `issued before, revoked after: ${ms} ms`)
    await round('after', 202)
    t.comment(`refused on the other node after: ${figures.join(', ')}`)
  },
)
