import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Mail, Mailer } from '../../api/pages/ports.js'
import type { Log } from '../../schemas/base/log.js'
import type { Config } from '../config/config.js'
import { reasonOf } from '../process/server-failure.js'
import { eraseMailFiles, MAIL_FOLDER, writeMailFile } from './mail-files.js'

const MAX_ATTEMPTS = 5
const FIRST_RETRY_MS = 2_000

export interface ServiceMailer extends Mailer {
  /** Makes one attempt. Rejects if the mail server did not accept the mail. */
  deliver: (mail: Mail) => Promise<void>
}

type MailSettings = Pick<Config, 'SMTP_URL' | 'SMTP_TLS' | 'SMTP_CA' | 'MAIL_FROM' | 'DATA_DIR'>

/**
 * Sends mail through SMTP_URL, with up to five attempts, and with SMTP_TLS=required only over TLS: neither a mail
 * nor a password leaves before it. If SMTP_URL is not set, each mail is written to a file in
 * the data directory that only the owner can read. Mail is never logged, because links in it are secrets.
 */
export function createMailer(config: MailSettings, log: Log): ServiceMailer {
  if (config.SMTP_URL === '') {
    const folder = join(config.DATA_DIR, MAIL_FOLDER)
    const write = async (mail: Mail): Promise<void> => {
      const file = await writeMailFile(folder, mail)
      log.info({ file, subject: mail.subject }, 'SMTP_URL is not set; mail written to a file')
    }
    return {
      send: (mail) => {
        void write(mail).catch((error: unknown) => {
          log.error({ error, subject: mail.subject }, 'mail could not be written to a file')
        })
      },
      forget: async (address) => {
        await eraseMailFiles(folder, { to: address, member: null })
      },
      deliver: write,
    }
  }
  const transport = createTransport({
    url: config.SMTP_URL,
    requireTLS: config.SMTP_TLS === 'required',
    ...(config.SMTP_CA === '' ? {} : { tls: { ca: readFileSync(config.SMTP_CA, 'utf8') } }),
  })
  const deliver = async ({ to: recipient, subject, text }: Mail): Promise<void> => {
    // As an object the recipient is one address, whatever is in it; a text would be parsed as a list.
    const to = { name: '', address: recipient }
    await transport.sendMail({ from: config.MAIL_FROM, subject, text, to })
    log.debug({ subject }, 'mail sent')
  }
  const attempt = (mail: Mail, tries: number): void => {
    deliver(mail).then(
      () => undefined,
      (error: unknown) => {
        log.warn(
          { error: whyNotSent(error, config), subject: mail.subject, attempts: tries },
          tries < MAX_ATTEMPTS ? 'mail not sent; will retry' : 'mail not sent; giving up',
        )
        if (tries < MAX_ATTEMPTS)
          setTimeout(
            () => {
              attempt(mail, tries + 1)
            },
            FIRST_RETRY_MS * 2 ** tries,
          ).unref()
      },
    )
  }
  return {
    send: (mail) => {
      attempt(mail, 1)
    },
    forget: async () => {
      await Promise.resolve()
    },
    deliver: async (mail) => {
      try {
        await deliver(mail)
      } catch (error) {
        throw new Error(whyNotSent(error, config), { cause: error })
      }
    },
  }
}

/** One line; trouble with TLS names the setting. */
function whyNotSent(error: unknown, { SMTP_TLS, SMTP_CA }: MailSettings): string {
  const reason = reasonOf(error)
  if (/STARTTLS/.test(reason) && SMTP_TLS === 'required')
    return `SMTP_TLS is required, but the mail server offers no STARTTLS (${reason})`
  if (/certificate/i.test(reason))
    return `SMTP_CA is ${SMTP_CA === '' ? 'not set' : SMTP_CA}, and the mail server is not trusted (${reason})`
  return reason
}
