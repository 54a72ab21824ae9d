import t from 'tap'
import { twoWayFolders } from './two-way-folders.js'

const there = { from: 'db/orders/order-store.ts', to: 'db/mail/queue/queue-mail.ts' }
const back = { from: 'db/mail/queue/send-mail.ts', to: 'db/orders/order-row.ts' }

t.test('two folders of a room that import each other are one finding that names both imports', async (t) => {
  const findings = twoWayFolders([there, back, there])
  t.equal(findings.length, 1)
  t.match(findings[0], /^db\/mail and db\/orders import each other/)
  for (const { from, to } of [there, back]) t.ok(findings[0]?.includes(`${from} -> ${to}`))
})

t.test('what is no pair of folders', async (t) => {
  for (const [why, imports] of Object.entries({
    'one way': [there],
    'within a folder': [there, { from: 'db/mail/queue/send-mail.ts', to: 'db/mail/address.ts' }],
    'the files of the room itself': [
      { from: 'db/start.ts', to: 'db/mail/address.ts' },
      { from: 'db/mail/address.ts', to: 'db/start.ts' },
    ],
    'two rooms': [there, { from: 'db/mail/a.ts', to: 'api/orders/b.ts' }],
    tests: [
      { from: 'test/db/a.test.ts', to: 'test/support/b.ts' },
      { from: 'test/support/b.ts', to: 'test/db/a.ts' },
    ],
  }))
    t.strictSame(twoWayFolders(imports), [], why)
})
