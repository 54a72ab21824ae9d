/** Bundles one source file into another, for programs that are no command; the caller takes it away. */
export function bundleFile (root: string, file: string, out: string): Promise<void>
