/** Sends queued mails to the owners of callbacks (webhooks.md 2.3). Any number of processes may run it. */
import type { Log } from '../../schemas/base/log.js'
import type { CallbackMail, CallbackMailStore, ClaimedMail } from '../../schemas/webhooks/callback-mail.js'
import { pause } from '../lib/backoff.js'

export interface CallbackMailDeps {
  store: CallbackMailStore
  /** Sends one mail to one address. Rejects if it was not accepted. */
  send: (to: string, mail: CallbackMail) => Promise<void>
  log: Log
  /** Milliseconds between two looks for mails that are due. */
  pollMs?: number
}

const POLL_MS = 30_000

/** Starts to send. `stop` waits for the mail that is being sent. */
export function startCallbackMails({ store, send, log, pollMs = POLL_MS }: CallbackMailDeps): {
  stop: () => Promise<void>
} {
  const stopping = new AbortController()
  const { signal } = stopping
  /** True if every recipient has it. One whose address is refused does not keep it from the others. */
  const sendToAll = async (claimed: ClaimedMail): Promise<boolean> => {
    let isComplete = true
    for (const recipient of claimed.recipients)
      try {
        await send(recipient.email, claimed.mail)
        await store.received(claimed, recipient)
      } catch (error) {
        log.warn({ error, kind: claimed.mail.kind }, 'mail about a webhook not sent; will retry')
        isComplete = false
      }
    return isComplete
  }
  /** True if there may be more. */
  const sendNext = async (): Promise<boolean> => {
    const claimed = await store.claim()
    if (claimed === null) return false
    await ((await sendToAll(claimed)) ? store.sent(claimed) : store.failed(claimed))
    return true
  }
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const more = await sendNext().catch((error: unknown) => {
        log.warn({ error }, 'mails about webhooks not read; will retry')
        return false
      })
      if (!more) await pause(pollMs, signal)
    }
  }
  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}
