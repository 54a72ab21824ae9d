/** The conversations of this folder with the pages (support/conversation/site-service.ts explains who asks, and how). */
import { readdirSync } from 'node:fs'
import t from 'tap'
import { authNode } from '../../support/auth/auth-node.js'
import { converse } from '../../support/conversation/converse.js'
import { readConversations } from '../../support/conversation/read-conversations.js'
import { siteService } from '../../support/conversation/site-service.js'
import { sharing } from '../../support/sharing.js'

t.setTimeout(240_000)

const HERE = new URL('.', import.meta.url)

const check = sharing(t, async (t) => {
  const node = await authNode(t)
  return siteService(node, await authNode(t, { joins: node }))
})

for (const file of readdirSync(HERE, { recursive: true, encoding: 'utf8' }))
  if (file.endsWith('.txt'))
    check(file, async (t, site) => {
      for (const one of readConversations(new URL(file, HERE)))
        t.same(await converse(site, one), [], one.name)
    })
