import type { Test } from 'tap'

/** Adds a subtest; `work` gets what all subtests share. */
export type SharingTest<C> = (name: string, work: (t: Test, shared: C) => Promise<void> | void) => void

/**
 * Subtests of `t` that share what `setup` prepares before the first of them, and what ends with `t`:
 * `const check = sharing(t, setup)`, then `check('what holds', async (t, { node }) => ...)`.
 */
export function sharing<C>(t: Test, setup: (t: Test) => Promise<C>): SharingTest<C> {
  let shared: Promise<C> | null = null
  return (name, work) => {
    void t.test(name, async (t) => {
      await work(t, await (shared ??= setup(t.parent as Test)))
    })
  }
}
