import { join } from 'node:path'
import { THREAD_MODULES } from '../../../ops/bootstrap/bundle.mjs'
import { ROOT } from '../../../ops/config/paths.js'
import { bundleFiles } from '../bundle-files.js'

/** Where the bundled test files of this run lie, below the root. */
export const BUNDLED = join('.tap', `bundled-${process.pid}`)

const TAP_IMPORT = /^import t(, \{ type Test \})? from 'tap'$/m
const FILE_SUBTEST = 'const t = globalThis.tripfoldFileTest'

/**
 * Several files share a process, so each gets the subtest that test-process.mjs opened for it instead of
 * tap's root.
 */
function useFileSubtest(path: string, text: string): string {
  if (!path.endsWith('.test.ts')) return text
  return text.replace(TAP_IMPORT, (_, type: string | undefined) =>
    type === undefined ? FILE_SUBTEST : `import type { Test } from 'tap'; ${FILE_SUBTEST}`,
  )
}

/** Programs that tests start and modules that their threads load (test/support/program.ts). */
const PROGRAMS = [
  'ops/start.ts',
  'ops/role-main.ts',
  'ops/cli.ts',
  'test/bench/bench.ts',
  'test/demo/demo.ts',
  'ops/fold.ts',
  'test/faults/worker.ts',
  'test/hostile/innocent-process.ts',
  'test/support/never-spawned.ts',
  'test/support/fold/small-rules-module.ts',
  'test/support/api/ingress-process.ts',
  'test/support/delivery/deliver-process.ts',
  'test/support/order/digest-process.ts',
]

/**
 * Bundles test files (paths below the root) and the programs they start; returns the sources that each file
 * is made of.
 */
export async function bundleTests(files: string[]): Promise<Map<string, Set<string>>> {
  return await bundleWith(files, useFileSubtest)
}

/** Bundles suites that run as programs of their own, each with tap's root, and the programs they start. */
export async function bundleSuites(files: string[]): Promise<void> {
  await bundleWith(files, (_path, text) => text)
}

/** The file that a suite or a test file (path below the root) was bundled into. */
export function bundledTest(file: string): string {
  return join(ROOT, BUNDLED, file.replace(/\.ts$/, '.mjs'))
}

async function bundleWith(
  files: string[],
  rewrite: (path: string, text: string) => string,
): Promise<Map<string, Set<string>>> {
  const paths = [...files, ...PROGRAMS].map((file) => join(ROOT, file))
  const sources = await bundleFiles(ROOT, paths, join(ROOT, BUNDLED), {
    rewrite,
    beside: THREAD_MODULES,
  })
  for (const program of PROGRAMS) sources.delete(program)
  return sources
}
