/** Where write-cases.ts does its writes: a new member who authorises a new application, which may send feeds. */
import { rawExamples } from '../../../api/document/examples/raw-segments.js'
import { authorise, makeFeedSupplier } from './feed-client.js'
import type { WebhookIngress } from './webhook-ingress.js'
import type { WriteWorld } from './write-cases.js'

export interface World extends WriteWorld {
  client: string
  tokens: { member: string; app: string }
}

/** @param mayFail paths whose refusals are expected */
export async function newWorld(
  { ingress }: WebhookIngress,
  client: string,
  mayFail: readonly string[] = [],
): Promise<World> {
  await makeFeedSupplier(ingress, client)
  const member = await ingress.createMember()
  await authorise(ingress, member, client)
  const tokens = { member: await ingress.token(member, client), app: await ingress.appToken(client) }
  const ask =
    (token: string) =>
    async (path: string, method = 'GET', body?: unknown, headers: Record<string, string> = {}) => {
      const sent = body === undefined ? {} : { body }
      const answer = await ingress.request(path, { method, token, headers, ...sent })
      if (answer.status >= 400 && !mayFail.includes(path))
        throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
      return answer
    }
  return {
    member,
    client,
    tokens,
    asMember: ask(tokens.member),
    asApp: ask(tokens.app),
    receiver: 'http://127.0.0.1:9/hooks',
  }
}

/** One resource of each kind, by the names of path parameters. */
export async function resourcesOf({ asMember, asApp }: World): Promise<Record<string, string>> {
  const made = async (path: string, body: unknown, ask = asMember): Promise<string> =>
    ((await ask(path, 'POST', body)).json as { id: string }).id
  const segment = await made('/v2/segments/air', rawExamples.Air)
  const batch = await asMember('/v2/segments', 'POST', { segments: [rawExamples.Hotel] })
  return {
    segment_id: segment,
    trip_id: await made('/v2/trips', { headline: 'Mine', segment_ids: [segment] }),
    account_id: await made('/v2/accounts', { source: 'airline_dl', account_id: '42' }),
    feed_id: await made('/v2/calendar-feeds', {}),
    document_id: await made('/v2/documents', {}),
    batch_id: batch.headers.get('location')!.split('/').at(-1)!,
    callback_id: await made('/v2/callbacks', { url: 'https://a.example/', status: 'Disabled' }, asApp),
  }
}
