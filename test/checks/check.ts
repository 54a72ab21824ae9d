/**
 * `npm run check`: types, lint, formatting, who imports whom, documents and what they cite, unused dependencies and
 * exports. All checks are run, side by side; any finding fails.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../../ops/config/paths.js'

const MAX_OUTPUT_BYTES = 64 * 2 ** 20

const bin = (name: string): string => join(ROOT, 'node_modules', '.bin', name)
const program = (file: string): string[] => ['--import', 'tsx', file]
const PRETTIER_CACHE = join('node_modules', '.cache', 'tripfold', 'prettier')

const CHECKS: ReadonlyArray<{ name: string; command: string; args: string[] }> = [
  { name: 'types', command: bin('tsc'), args: ['-p', '.'] },
  { name: 'lint', command: bin('oxlint'), args: ['--deny-warnings'] },
  { name: 'imports', command: process.execPath, args: program('test/checks/imports.ts') },
  {
    name: 'format',
    command: bin('prettier'),
    args: ['--check', '--log-level=warn', '--cache', `--cache-location=${PRETTIER_CACHE}`, '.'],
  },
  { name: 'documents', command: process.execPath, args: program('test/checks/documents.ts') },
  { name: 'unused', command: bin('knip'), args: [] },
]

/** Runs one check and prints what came of it; returns whether it passed. */
async function run({ name, command, args }: (typeof CHECKS)[number]): Promise<boolean> {
  const began = performance.now()
  const { error, output } = await new Promise<{ error: Error | null; output: string }>((resolve) => {
    execFile(command, args, { cwd: ROOT, maxBuffer: MAX_OUTPUT_BYTES }, (error, stdout, stderr) => {
      resolve({ error, output: `${stdout}${stderr}` })
    })
  })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  if (error === null) console.log(`ok ${name} (${seconds} s)`)
  else console.log(`${output === '' ? error.message : output}\nnot ok ${name} (${seconds} s)`)
  return error === null
}

const passed = await Promise.all(CHECKS.map(run))
process.exit(passed.every(Boolean) ? 0 : 1)
