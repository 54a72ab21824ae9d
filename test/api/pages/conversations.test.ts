/**
 * The conversations of this folder with the pages (support/conversation/site-service.ts explains who asks, and how). Those
 * of sign-in are with a server that allows four failures.
 */
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
  const open = await authNode(t)
  const strict = await authNode(t, {
    settings: { signInFailures: 4 },
    trustedProxies: ['127.0.0.1'],
    publish: async () => await Promise.resolve({ seq: 1, duplicate: false }),
  })
  return {
    open: siteService(open, await authNode(t, { joins: open })),
    strict: siteService(strict, strict),
  }
})

for (const file of readdirSync(HERE, { recursive: true, encoding: 'utf8' }))
  if (file.endsWith('.txt'))
    check(file, async (t, { open, strict }) => {
      for (const one of readConversations(new URL(file, HERE)))
        t.same(await converse(file.startsWith('sign-in') ? strict : open, one), [], one.name)
    })
