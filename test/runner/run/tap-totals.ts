import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

export interface Totals {
  passed: number
  failed: number
}

/**
 * Reads a TAP stream and counts its assertions, those of subtests included and the summary line of a subtest
 * left out; a file that asserts nothing counts as failed. `onLine` gets each line and whether it is worth showing: file
 * results and everything about a failure.
 */
export async function countResults(
  stream: Readable,
  onLine: (line: { text: string; show: boolean }) => void,
): Promise<Totals> {
  const totals: Totals = { passed: 0, failed: 0 }
  let diagnosing: number | null = null
  const subtests: number[] = []
  let counted = 0
  for await (const text of createInterface({ input: stream })) {
    const indent = text.length - text.trimStart().length
    const line = text.trimStart()
    if (diagnosing !== null) {
      onLine({ text, show: true })
      if (line === '...' && indent === diagnosing) diagnosing = null
      continue
    }
    if (line.startsWith('# Subtest')) {
      subtests.push(indent)
      continue
    }
    const failed = line.startsWith('not ok ')
    if (failed || line.startsWith('ok ')) {
      const summary = subtests.at(-1) === indent && (indent === 0 || /# time=/.test(line))
      if (summary) subtests.pop()
      else if (failed) totals.failed += 1
      else totals.passed += 1
      onLine({ text, show: failed || indent === 0 })
      if (indent > 0) continue
      if (totals.passed + totals.failed === counted) {
        totals.failed += 1
        onLine({ text: `not ok 0 - this file asserts nothing: ${line}`, show: true })
      }
      counted = totals.passed + totals.failed
      continue
    }
    if (line === '---') {
      diagnosing = indent
      continue
    }
    onLine({ text, show: false })
  }
  return totals
}
