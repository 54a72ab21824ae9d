/**
 * `npm run check`: types, lint, formatting, who imports whom, documents and what they cite, unused
 * dependencies and exports. All checks are run; any finding fails.
 */
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const bin = (name: string): string => join(root, 'node_modules', '.bin', name)
const CHECKS: ReadonlyArray<{ name: string; command: string; args: string[] }> = [
  { name: 'types', command: bin('tsc'), args: ['-p', '.'] },
  { name: 'lint', command: bin('oxlint'), args: ['--deny-warnings'] },
  { name: 'imports', command: process.execPath, args: ['--import', 'tsx', 'ops/dev/check-imports.ts'] },
  { name: 'format', command: bin('prettier'), args: ['--check', '--log-level', 'warn', '.'] },
  { name: 'documents', command: process.execPath, args: ['--import', 'tsx', 'ops/dev/check-documents.ts'] },
  { name: 'unused', command: bin('knip'), args: [] },
]

let failed = 0
for (const { name, command, args } of CHECKS) {
  const began = performance.now()
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  if (status === 0) {
    console.log(`ok ${name} (${seconds} s)`)
    continue
  }
  failed += 1
  console.log(`${stdout}${stderr}${error === undefined ? '' : error.message}\nnot ok ${name} (${seconds} s)`)
}
process.exit(failed === 0 ? 0 : 1)
