/** Delivery workers as processes, for tests that kill them. */
import { once } from 'node:events'
import type { WebhookStack } from './webhooks.js'
import { forkProgram } from '../program.js'

let started = 0

export interface WorkerProcess {
  /** Its name among the workers, as in claims. */
  name: string
  kill: (signal: NodeJS.Signals) => void
  /** Shifts its wall clock by `ms`. */
  jump: (ms: number) => void
}

/** Starts one; resolves once it delivers. */
export async function workerProcess(
  stack: Pick<WebhookStack, 'databaseUrl' | 'natsUrl'>,
  env: Record<string, string> = {},
): Promise<WorkerProcess> {
  started += 1
  const name = `p${started}-${process.pid}`
  const child = forkProgram('test/support/delivery/deliver-process.ts', {
    env: { ...process.env, DATABASE: stack.databaseUrl, NATS: stack.natsUrl, NAME: name, ...env },
  })
  await once(child, 'message')
  return {
    name,
    kill: (signal) => {
      child.kill(signal)
    },
    jump: (jump) => {
      child.send({ jump })
    },
  }
}
