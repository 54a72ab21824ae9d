import { fork, type ChildProcess, type ForkOptions } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../../ops/config/paths.js'
import { bundledFile } from './bundled-file.js'

/**
 * The arguments with which node runs a TypeScript program of the tree; `source` is its path below the root. A
 * test run has bundled the programs that tests start (test/runner/run/bundle.ts), which start in a third
 * of the time; a test file run by itself goes through the loader.
 */
export function program(source: string): string[] {
  const file = bundledFile(source)
  return file === null ? ['--import', 'tsx', join(ROOT, source)] : ['--enable-source-maps', file]
}

/** Starts a program of the tree that exchanges messages with the test. */
export function forkProgram(source: string, options: Pick<ForkOptions, 'env'> = {}): ChildProcess {
  const words = program(source)
  return fork(words.at(-1) ?? '', { ...options, execArgv: words.slice(0, -1) })
}
