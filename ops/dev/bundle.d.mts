/** Bundles one source file into another, for programs that are no command; the caller takes it away. */
export function bundleFile (root: string, file: string, out: string): Promise<void>
/** Bundles source files into `outdir`, each where it lies below `root`, as `.mjs`. */
export function bundleFiles (root: string, files: string[], outdir: string): Promise<void>
