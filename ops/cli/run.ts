import type { Answer } from './answer.js'
import type { CliContext } from './context.js'

/**
 * Makes the action of a command: opens the servers that it uses, prints its answer and closes them. A command that has
 * emitted everything answers nothing. With a `failureCode` every failure exits with it.
 */
export type Run = <A extends unknown[]>(
  work: (context: CliContext, ...args: A) => Promise<Answer | void>,
  failureCode?: number,
) => (...args: A) => Promise<void>
