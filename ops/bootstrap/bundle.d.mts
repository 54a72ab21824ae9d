import type { BuildOptions } from 'esbuild'

/** What threads and sandbox processes load, by path below the root. */
export const THREAD_MODULES: readonly string[]
/**
 * How esbuild bundles sources below `root` so that each still acts as the file that it came from. `rewrite` may change
 * a source before it is compiled.
 */
export function bundleSettings(root: string, rewrite?: (path: string, text: string) => string): BuildOptions
