/** Bundles what tests and benches start, so that a process starts in a third of the time. */
import { rmSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { build, type Metafile } from 'esbuild'
import { bundleSettings } from '../../ops/bootstrap/bundle.mjs'

export interface BundleOptions {
  /** May change a source before it is compiled. */
  rewrite?: (path: string, text: string) => string
  /** Paths below the root that go into the folder `ops` of the bundle. */
  beside?: readonly string[]
}

/** Bundles one source file into another; the caller removes it. */
export async function bundleFile(root: string, file: string, out: string): Promise<void> {
  await build({ ...bundleSettings(root), entryPoints: [file], outfile: out })
}

/**
 * Bundles source files into `outdir`, each where it lies below `root`, as `.mjs`; what they share goes into files of
 * its own. Returns the sources that each of `files` is made of, by path below `root`.
 */
export async function bundleFiles(
  root: string,
  files: string[],
  outdir: string,
  { rewrite, beside = [] }: BundleOptions = {},
): Promise<Map<string, Set<string>>> {
  rmSync(outdir, { recursive: true, force: true })
  const { metafile } = await build({
    ...bundleSettings(root, rewrite),
    entryPoints: [
      ...files.map((file) => ({ in: file, out: relative(root, file).replace(/\.ts$/, '') })),
      ...beside.map((file) => ({ in: join(root, file), out: `ops/${basename(file, '.ts')}` })),
    ],
    outdir,
    outExtension: { '.js': '.mjs' },
    splitting: true,
    chunkNames: 'shared/[hash]',
    metafile: true,
  })
  return new Map(
    files.map((file) => [relative(root, file), sourcesOf(metafile.inputs, relative(root, file))]),
  )
}

/** Every source that `entry` imports, directly or not, itself included. */
function sourcesOf(inputs: Metafile['inputs'], entry: string): Set<string> {
  const sources = new Set([entry])
  for (const source of sources) {
    for (const { path, external } of inputs[source]?.imports ?? []) if (external !== true) sources.add(path)
  }
  return sources
}
