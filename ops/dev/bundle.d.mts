/** What threads and sandbox processes load, by path below the root. */
export const THREAD_MODULES: readonly string[]
/** Bundles one source file into another, for programs that are no command; the caller removes it. */
export function bundleFile(root: string, file: string, out: string): Promise<void>
/**
 * Bundles source files into `outdir`, each where it lies below `root`, as `.mjs`, and those of `beside` (paths below
 * the root) into its folder `ops`. `rewrite` may change a source before it is compiled. Returns the sources of each
 * of `files`.
 */
export function bundleFiles(
  root: string,
  files: string[],
  outdir: string,
  options?: { rewrite?: (path: string, text: string) => string; beside?: readonly string[] },
): Promise<Map<string, Set<string>>>
