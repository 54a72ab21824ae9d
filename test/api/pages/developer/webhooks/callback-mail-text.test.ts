import t from 'tap'
import { callbackMailText } from '../../../../../api/pages/developer/webhooks/callback-mail-text.js'
import type { CallbackMail } from '../../../../../schemas/webhooks/callback-mail.js'

const MAIL: CallbackMail = {
  kind: 'disabled',
  callback: '7',
  client: 'cl_1',
  app: 'Trips',
  url: 'https://hooks.example.com/in?token=secret',
  count: 0,
  reason: 'gone',
  since: new Date('2026-11-20T09:30:00Z'),
  last: { at: new Date('2026-11-20T09:29:58Z'), status: 410, error: null },
}
const text = (more: Partial<CallbackMail>) =>
  callbackMailText('ada@example.com', { ...MAIL, ...more }, 'https://auth.example')

t.test('a mail names webhook, reason, last answer and page, and no secret', async (t) => {
  const { to, subject, text: body } = text({})
  t.equal(to, 'ada@example.com')
  t.equal(subject, 'A webhook was disabled: Trips')
  t.match(
    body,
    'https://hooks.example.com/in of your application Trips was disabled at 20 November 2026 at 09:30 UTC',
  )
  t.match(body, 'answered 410 Gone')
  t.match(body, 'Last answer: HTTP status 410')
  t.match(body, '\nhttps://auth.example/console/apps/cl_1/webhooks/7\n')
  t.notMatch(body, 'secret')
})

t.test('each kind', async (t) => {
  const timeout = { at: MAIL.since, status: null, error: 'timeout' }
  t.match(text({ kind: 'exhausted', count: 1 }).text, /^One event for the webhook/)
  t.match(text({ kind: 'exhausted', count: 37 }).text, /^37 events for .* at most once a day/s)
  t.match(text({ kind: 'failing', last: timeout }).text, /has failed since .*no answer \(timeout\)/s)
  t.match(text({ reason: 'failing' }).text, 'last five days')
  t.match(text({ reason: 'requested', last: null }).text, /webhook-delivery: disable.*no longer in the log/s)
})
