/** Bundles one source file into another, for programs that are no command; the caller removes it. */
export function bundleFile(root: string, file: string, out: string): Promise<void>
/**
 * Bundles source files into `outdir`, each where it lies below `root`, as `.mjs`. `rewrite` may change a
 * source before it is compiled. Returns the sources of each file.
 */
export function bundleFiles(
  root: string,
  files: string[],
  outdir: string,
  rewrite?: (path: string, text: string) => string,
): Promise<Map<string, Set<string>>>
