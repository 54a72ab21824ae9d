import t from 'tap'
import type { CallbackMail, CallbackMailStore, ClaimedMail } from '../../../schemas/webhooks/callback-mail.js'
import { startCallbackMails } from '../../../workers/deliver/callback-mails.js'
import { silentLog } from '../../support/silent-log.js'
import { until } from '../../support/until.js'

const MAIL: CallbackMail = {
  kind: 'failing',
  callback: '7',
  client: 'partner',
  app: 'Trips',
  url: 'https://hooks.example.com/',
  count: 0,
  reason: null,
  since: new Date('2026-11-20T09:30:00Z'),
  last: null,
}
const claimed = (callback: string, recipients: string[]): ClaimedMail => ({
  mail: { ...MAIL, callback },
  recipients: recipients.map((email, index) => ({ developer: String(index + 1), email })),
  claim: 1,
  due: 'now',
})

/** Hands out the mails, and notes what becomes of them. */
function storeOf(mails: ClaimedMail[]): { store: CallbackMailStore; ended: string[] } {
  const ended: string[] = []
  return {
    ended,
    store: {
      claim: async () => mails.shift() ?? null,
      received: async ({ mail }, { developer }) => {
        ended.push(`${mail.callback} received by ${developer}`)
      },
      sent: async ({ mail }) => {
        ended.push(`${mail.callback} sent`)
      },
      failed: async ({ mail }) => {
        ended.push(`${mail.callback} failed`)
      },
    },
  }
}

t.test('each mail goes to every recipient; one that is refused is left for later', async (t) => {
  const { store, ended } = storeOf([
    claimed('1', ['a@x', 'b@x']),
    claimed('2', ['no@x', 'c@x']),
    claimed('3', []),
  ])
  const posted: string[] = []
  const log = silentLog()
  const mails = startCallbackMails({
    store,
    log,
    send: async (to, { callback }) => {
      if (to === 'no@x') throw new Error('the mail server is away')
      posted.push(`${callback} ${to}`)
    },
  })
  await until('all are handled', () => ended.length === 6)
  await mails.stop()
  t.same(posted, ['1 a@x', '1 b@x', '2 c@x'])
  t.same(ended, ['1 received by 1', '1 received by 2', '1 sent', '2 received by 2', '2 failed', '3 sent'])
  t.match(log.lines, [{ message: 'mail about a webhook not sent; will retry' }])
})

t.test('a store that cannot be read is asked again', async (t) => {
  const { store, ended } = storeOf([claimed('1', [])])
  let asked = 0
  const mails = startCallbackMails({
    store: {
      ...store,
      claim: async () => {
        asked += 1
        if (asked === 1) throw new Error('database away')
        return await store.claim()
      },
    },
    log: silentLog(),
    send: async () => undefined,
    pollMs: 5,
  })
  await until('the mail', () => ended.length === 1)
  await mails.stop()
  t.same(ended, ['1 sent'])
})
