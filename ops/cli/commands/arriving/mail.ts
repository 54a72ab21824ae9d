/**
 * `cli mail`: what a mail server's pipe transport calls. Exit codes are those of sysexits.h, and what it prints begins with
 * an enhanced status code (RFC 3463), which Postfix prefers: 4 means later, 5 never.
 */
import { randomUUID } from 'node:crypto'
import type { Command } from '@commander-js/extra-typings'
import { isMail } from '../../../../actors/readers/mail/mail.js'
import { mailSender } from '../../../../actors/readers/mail/mail-sender.js'
import { PAGE_CLIENT } from '../../../../api/pages/member/documents/page-documents.js'
import { receiveMail } from '../../../../db/documents/mails.js'
import type { MailAnswer } from '../../../../db/documents/mails.js'
import { MAX_DOCUMENT_BYTES } from '../../../../schemas/documents/document.js'
import { secretOf } from '../../../../schemas/documents/mail-addresses.js'
import { done, failed, type Answer } from '../../answer.js'
import type { CliContext } from '../../context.js'
import type { Run } from '../../run.js'

/** EX_DATAERR, EX_NOUSER and EX_TEMPFAIL of sysexits.h. */
const EXIT = { data: 65, recipient: 67, later: 75 } as const

const LATER: Record<Exclude<MailAnswer['is'], 'stored' | 'unknown'>, string> = {
  mails_wait: '4.2.2 Too many mails of this member wait for an answer on the page.',
  many_mails: '4.2.2 Too many mails arrived for this member within 24 hours.',
  member_waits: '4.3.2 Too many documents of this member are waiting to be read.',
  client_waits: '4.3.2 Too many documents are waiting to be read.',
  many_segments: '4.2.2 Too many segments were read for this member within the last hour.',
}

/** Takes in a mail. Any failure is temporary: the mail server keeps the mail and tries again. */
export function addMailCommand(program: Command, run: Run): void {
  program
    .command('mail')
    .description(
      'take in a mail from standard input for a secret address of a member; a mail server calls this',
    )
    .argument('<RECIPIENT...>', 'the address to which it was sent')
    .action(run(takeIn, EXIT.later))
}

async function takeIn(context: CliContext, [recipient, ...others]: string[]): Promise<Answer> {
  if (recipient === undefined || others.length > 0)
    return refused(EXIT.later, '4.3.5 Call this with one recipient at a time (ops/docs/mail.md).')
  const bytes = await standardInput(MAX_DOCUMENT_BYTES)
  const secret = secretOf(recipient)
  if (secret === null) return refused(EXIT.recipient, '5.1.1 No member has this address.')
  if (bytes === null) return refused(EXIT.data, '5.3.4 The mail is larger than 10 MB.')
  if (!isMail(bytes)) return refused(EXIT.data, '5.6.0 This is not a mail (RFC 5322).')
  const { from, isVerified, subject } = mailSender(bytes, context.config.MAIL_AUTHSERV_ID)
  const ids = await context.ids()
  const answer = await receiveMail(context.pool, {
    ...{ id: ids.next(), batch: ids.next(), client: PAGE_CLIENT, request: randomUUID() },
    ...{ received: Date.now(), bytes, name: subject, mediaType: 'message/rfc822' },
    ...{ source: null, appointments: false, secret, mail: { from, isVerified } },
  })
  if (answer.is === 'unknown') return refused(EXIT.recipient, '5.1.1 No member has this address.')
  if (answer.is !== 'stored') return refused(EXIT.later, LATER[answer.is])
  const { id, isSubmitted } = answer
  const because =
    context.config.MAIL_AUTHSERV_ID === '' ? '; no sender is verified while MAIL_AUTHSERV_ID is not set' : ''
  return done(`2.0.0 Document ${id}: ${isSubmitted ? 'submitted' : `waits for the member${because}`}.`, {
    document: id,
    submitted: isSubmitted,
  })
}

const refused = (exitCode: number, message: string): Answer => ({ ...failed(message), exitCode })

/** All of it is read, so that the mail server can write it; null if it is larger. */
async function standardInput(max: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= max) chunks.push(chunk)
    else chunks.length = 0
  }
  return size > max ? null : Buffer.concat(chunks)
}
