import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import type { Test } from 'tap'

/** Copies the data directories of servers that are stopped; the result puts the copies in their places. */
export function keepStores(t: Test, ...dirs: string[]): () => void {
  const older = (dir: string): string => `${dir}-older`
  for (const dir of dirs) copy(dir, older(dir))
  t.teardown(() => {
    for (const dir of dirs) rmSync(older(dir), { recursive: true, force: true })
  })
  return () => {
    for (const dir of dirs) {
      rmSync(dir, { recursive: true })
      copy(older(dir), dir)
    }
  }
}

/** Keeps owners and modes: the server may run under its own account. */
function copy(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to])
}
