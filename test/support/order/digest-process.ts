/** Folds the members of the seeds that it is sent, one after the other, and answers with the digest of each. */
import { digestOf } from './digest.js'
import { inOrderOf } from './arrivals.js'
import { reports } from './reports.js'

process.once('message', (seeds: number[]) => {
  const digests = seeds.map((seed) => {
    const submissions = reports(seed, 3)
    return digestOf(submissions, inOrderOf(submissions, seed)).join('\n')
  })
  process.send?.(digests, () => {
    process.disconnect()
  })
})
