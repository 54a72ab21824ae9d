/** Starts the process of the innocent member. */
import { once } from 'node:events'
import type { Test } from 'tap'
import { forkProgram } from '../support/program.js'
import type { Waits } from './innocent.js'
import type { ToInnocent } from './innocent-process.js'
import type { Target } from './target.js'

export interface Innocent {
  /** Begins to work; what it returns ends the work and resolves with the waits. */
  work: (target: Target) => () => Promise<Waits>
}

/** Resolves once it can work; it ends with the test. */
export async function startInnocent(t: Test): Promise<Innocent> {
  const child = forkProgram('test/hostile/innocent-process.ts')
  t.teardown(() => child.kill())
  await once(child, 'message')
  const send = (message: ToInnocent): void => {
    child.send(message)
  }
  return {
    work: ({ port, innocent }) => {
      const { address, memberToken: token, email, password } = innocent
      send({ begin: { port, address, token, email, password } })
      return async () => {
        const answer = once(child, 'message')
        send({ end: true })
        const [waits] = (await answer) as [Waits]
        return waits
      }
    },
  }
}
