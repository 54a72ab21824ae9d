/** Delivery workers in processes of their own, for tests that kill them. */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { WebhookStack } from './webhooks.js'

let started = 0

/** Starts one and answers when it delivers. */
export async function workerProcess (stack: WebhookStack): Promise<ChildProcess> {
  started += 1
  const child = fork(new URL('./deliver-process.ts', import.meta.url), {
    execArgv: ['--import', 'tsx'], env: { ...process.env, DATABASE: stack.databaseUrl, NATS: stack.natsUrl, NAME: `p${started}-${process.pid}` }
  })
  await once(child, 'message')
  return child
}
