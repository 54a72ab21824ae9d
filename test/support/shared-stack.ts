/** One started product for all test files that end nothing: starting one takes longer than most of what they do. */
import { serverFolder } from '../runner/servers/server-folder.js'
import { removeHome } from '../../ops/embedded/server-home.js'
import { startStack, type Stack } from './stack.js'

let started: Promise<Stack> | null = null

/**
 * The stack of this test process, started by the first file that asks and stopped when the process ends. The test command
 * runs the files that import this in one process, in the order of their names: clone-to-trip needs the stack untouched,
 * and stop ends it.
 */
export async function sharedStack(): Promise<Stack> {
  started ??= start()
  return await started
}

async function start(): Promise<Stack> {
  const dir = serverFolder('tripfold-e2e-')
  const teardowns: Array<() => Promise<void> | void> = [() => void removeHome(dir)]
  // A test process disconnects after its last file. It does not exit by itself while the stack is its child.
  process.once(process.connected ? 'disconnect' : 'beforeExit', () => {
    void teardowns.reduceRight(async (before, teardown) => {
      await before
      await teardown()
    }, Promise.resolve())
  })
  return await startStack({ teardown: (stop) => teardowns.push(stop) }, dir)
}
