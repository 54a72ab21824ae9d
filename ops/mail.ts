import { createTransport } from 'nodemailer'
import type { Mail, Mailer } from '../api/console/ports.js'
import type { Log } from '../schemas/log.js'
import type { Config } from './config.js'

const TRIES = 5
const FIRST_WAIT_MS = 2_000

/** Sends mail through SMTP_URL, trying a few times. Without one the subject is logged, and the text for developers only: links in it are secrets. */
export function mailer (config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'DEV'>, log: Log): Mailer {
  if (config.SMTP_URL === '') {
    return { send: ({ to, subject, text }) => { log.warn({ to, subject, ...(config.DEV ? { text } : {}) }, 'SMTP_URL is not set: this mail was not sent') } }
  }
  const transport = createTransport(config.SMTP_URL)
  const attempt = (mail: Mail, tries: number): void => {
    transport.sendMail({ from: config.MAIL_FROM, ...mail }).then(() => { log.debug({ subject: mail.subject }, 'mail handed in') }, (error: unknown) => {
      log.warn({ error, subject: mail.subject, tries }, 'mail could not be handed in')
      if (tries < TRIES) setTimeout(() => { attempt(mail, tries + 1) }, FIRST_WAIT_MS * 2 ** tries).unref()
    })
  }
  return { send: mail => { attempt(mail, 1) } }
}
