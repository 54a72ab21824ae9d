import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

export interface Totals {
  passed: number
  failed: number
}

/**
 * Reads a TAP stream and counts its assertions, those of subtests included and the summary line of a subtest
 * left out. `onLine` gets each line and whether it is worth showing: file results and everything about a
 * failure.
 */
export async function countResults(
  stream: Readable,
  onLine: (line: { text: string; show: boolean }) => void,
): Promise<Totals> {
  const totals: Totals = { passed: 0, failed: 0 }
  let diagnosing: number | null = null
  const subtests: number[] = []
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
      const summary = subtests.at(-1) === indent - 0 && /# time=/.test(line)
      if (summary) subtests.pop()
      else if (failed) totals.failed += 1
      else totals.passed += 1
      onLine({ text, show: failed || indent === 0 })
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
