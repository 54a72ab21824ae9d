/** Where write-cases.ts does its writes: a new member who authorises a new application, which may send feeds. */
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
