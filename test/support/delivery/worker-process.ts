/** Delivery workers as processes, for tests that kill them. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { WebhookStack } from './webhooks.js'
import { program } from '../program.js'

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
  const words = program('test/support/delivery/deliver-process.ts')
  const [file = '', execArgv] = [words.at(-1), words.slice(0, -1)]
  const name = `p${started}-${process.pid}`
  const child = fork(file, {
    execArgv,
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
