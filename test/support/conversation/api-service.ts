/** The API as a partner of conversations. */
import { authorise, sendFeed } from '../api/feed-client.js'
import { BASE } from '../api/ingress.js'
import type { WebhookIngress } from '../api/webhook-ingress.js'
import type { Service } from './converse.js'

/** Members authorise the supplier `gds`, the client of feeds. */
export function apiService({ ingress }: WebhookIngress): Service {
  const { database, request } = ingress
  return {
    begin: () => undefined,
    introduce: async (name, names) => {
      if (name === 'nobody') return
      const member = await ingress.createMember()
      await authorise(ingress, member)
      names.set(name, member)
    },
    sql: async (statement) => (await database.pool.query(statement)).rows,
    send: async (who, { method, path, headers, body }, names) => {
      const [name = '', client] = who.split('@')
      if (method === 'FEED') {
        const json = await sendFeed(ingress, body as object[], { ...(client && { client }), headers })
        return { status: 200, headers: new Headers(), text: JSON.stringify(json), json }
      }
      const [, next = path] = /<([^>]+)>; rel="next"/.exec(path) ?? []
      const local = next.replace(BASE, '')
      const sent = { method, headers, ...(typeof body === 'string' ? { raw: body } : { body }) }
      if (name === 'nobody') return await request(local, sent)
      const member = names.get(name)
      const token = name === '' ? await ingress.appToken(client) : await ingress.token(String(member), client)
      return await request(local, { ...sent, token })
    },
  }
}
