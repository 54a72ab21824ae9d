import t from 'tap'
import { foldMemoryBytes } from '../../../../ops/config/fold/fold-memory.js'

const MiB = 2 ** 20

t.test('the default is a share of the memory of the machine, within bounds', async (t) => {
  const defaultFor = (machine: number): number => foldMemoryBytes({ FOLD_MEMORY_BYTES: 0 }, machine)
  t.equal(defaultFor(1024 * MiB), 128 * MiB)
  t.equal(defaultFor(8192 * MiB), 256 * MiB)
  t.equal(defaultFor(65_536 * MiB), 512 * MiB)
  const here = foldMemoryBytes({ FOLD_MEMORY_BYTES: 0 })
  t.ok(here >= 128 * MiB && here <= 512 * MiB, String(here))
})

t.test('the setting overrides the default', async (t) => {
  t.equal(foldMemoryBytes({ FOLD_MEMORY_BYTES: 64 * MiB }, 65_536 * MiB), 64 * MiB)
})
