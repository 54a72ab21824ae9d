/** The mails to the owner of a callback (webhooks.md 2.3): what happened, the last answer, and what to do. */
import type { CallbackMail } from '../../../../schemas/webhooks/callback-mail.js'
import { SUSPENDED } from '../../../../schemas/webhooks/delivery.js'
import type { Mail } from '../../ports.js'
import { appPath } from '../own-app.js'
import { formatDateTime } from '../../lib/format-date.js'
import { hookName } from './webhook-audit.js'

const DISABLED: Readonly<Record<string, string>> = {
  gone: 'Its receiver answered 410 Gone, which means that nothing is to be sent there again.',
  requested: 'Its receiver asked for this with the response header "webhook-delivery: disable".',
  failing: 'Every attempt of the last five days has failed.',
  [SUSPENDED]:
    'The service could not prepare an event for it, usually because of its filter, and the next ones would have failed too.',
}

interface MailParts {
  subject: string
  what: string
  advice: string
}

/** `consoleUrl` is the address of the console's pages, without a trailing slash. */
export function callbackMailText(to: string, mail: CallbackMail, consoleUrl: string): Mail {
  const { subject, what, advice } = TEXTS[mail.kind](mail, hookName(mail.url))
  const page = `${consoleUrl}${appPath(mail.client)}/webhooks/${mail.callback}`
  return {
    to,
    subject: `${subject}: ${mail.app}`,
    text: [what, ...(mail.reason === SUSPENDED ? [] : [lastAnswer(mail)]), advice, page, 'Tripfold'].join(
      '\n\n',
    ),
  }
}

const TEXTS: Record<CallbackMail['kind'], (mail: CallbackMail, hook: string) => MailParts> = {
  disabled: ({ app, reason, since }, hook) => ({
    subject: 'A webhook was disabled',
    what: `The webhook ${hook} of your application ${app} was disabled at ${formatDateTime(since)}. ${DISABLED[reason ?? ''] ?? ''}`,
    advice:
      `Events are kept for 30 days. ${reason === SUSPENDED ? 'Change or remove the filter' : 'Repair the receiver'}, ` +
      'send a test event, enable the webhook, and replay what it has not received. You can do all of this on its page:',
  }),
  exhausted: ({ app, count, since }, hook) => ({
    subject: 'Webhook events were not delivered',
    what:
      `${count === 1 ? 'One event' : `${count} events`} for the webhook ${hook} of your application ${app} ` +
      `could not be delivered, although each was tried for about three days (since ${formatDateTime(since)}).`,
    advice:
      'The webhook stays enabled. Events can be replayed for 30 days: repair the receiver, then replay those that were ' +
      'never delivered. We send this email at most once a day for each webhook. Its page shows every attempt:',
  }),
  failing: ({ app, since }, hook) => ({
    subject: 'A webhook has been failing for a day',
    what: `Every request to the webhook ${hook} of your application ${app} has failed since ${formatDateTime(since)}.`,
    advice:
      'Each event is tried for about three days. After five days without a success the webhook is disabled. Its page ' +
      'shows every attempt, and sends test events:',
  }),
}

function lastAnswer({ last }: CallbackMail): string {
  if (last === null) return 'The attempts are no longer in the log.'
  const at = formatDateTime(last.at)
  if (last.status !== null) return `Last answer: HTTP status ${last.status}, at ${at}.`
  return `Last attempt: no answer (${last.error ?? 'unknown error'}), at ${at}.`
}
