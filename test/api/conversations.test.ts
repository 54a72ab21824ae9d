/** The conversations of this folder (support/conversation/read-conversations.ts explains their lines) with one server. */
import { readdirSync } from 'node:fs'
import t from 'tap'
import { makeFeedSupplier } from '../support/api/feed-client.js'
import { startWebhookIngress } from '../support/api/webhook-ingress.js'
import { apiService } from '../support/conversation/api-service.js'
import { converse } from '../support/conversation/converse.js'
import { readConversations } from '../support/conversation/read-conversations.js'
import { sharing } from '../support/sharing.js'

t.setTimeout(240_000)

const HERE = new URL('.', import.meta.url)

const check = sharing(t, async (t) => {
  const stack = await startWebhookIngress(t, { fold: true })
  await makeFeedSupplier(stack.ingress)
  return apiService(stack)
})

for (const file of readdirSync(HERE, { recursive: true, encoding: 'utf8' }))
  if (file.endsWith('.txt') && !file.startsWith('pages'))
    check(file, async (t, api) => {
      for (const one of readConversations(new URL(file, HERE))) t.same(await converse(api, one), [], one.name)
    })

check('whatever is answered otherwise is reported', async (t, api) => {
  const wrong = [
    '201',
    '200 {"first_name": "Eve"}',
    '200 {"homes": []}',
    '200 {"id": "-"}',
    '200,412',
    '200 /Eve/',
  ]
  for (const answer of [...wrong, '200 !/Ada/', '200 (etag: -)', '200 {"first_name": "/^d/"}'])
    t.equal(
      (await converse(api, { name: answer, lines: ['ada GET /v2/me', `> ${answer}`] })).length,
      1,
      answer,
    )
})
