import t from 'tap'
import fc from 'fast-check'
import { assignPartitions } from '../../../../workers/fold/ownership/assign-partitions.js'

const names = fc.uniqueArray(fc.stringMatching(/^[a-z0-9-]{1,12}$/), { minLength: 1, maxLength: 9 })

t.test('every partition has one owner, and shares differ by one at most', async (t) => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 256 }), names, (partitions, workers) => {
      const owners = assignPartitions(partitions, workers)
      const counts = workers.map((worker) => [...owners.values()].filter((owner) => owner === worker).length)
      return owners.size === partitions && Math.max(...counts) - Math.min(...counts) <= 1
    }),
  )
  t.pass()
})

t.test('the order of the workers does not matter', async (t) => {
  fc.assert(
    fc.property(names, (workers) => {
      const one = assignPartitions(64, workers)
      const other = assignPartitions(64, [...workers].reverse())
      return [...one].every(([partition, owner]) => other.get(partition) === owner)
    }),
  )
  t.pass()
})

t.test('few partitions move when a worker joins', async (t) => {
  const before = assignPartitions(64, ['a', 'b', 'c'])
  const after = assignPartitions(64, ['a', 'b', 'c', 'd'])
  const moved = [...before].filter(([partition, owner]) => after.get(partition) !== owner).length
  t.ok(moved >= 16 && moved <= 32, `${moved} of 64 moved; 16 had to`)
})

t.test('without workers there are no owners', async (t) => {
  t.equal(assignPartitions(64, []).size, 0)
})
