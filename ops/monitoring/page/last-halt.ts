/** The last halt on the operations page: which partitions, when and why, and what to do. */
import type { Snapshot } from '../../metrics/registry.js'
import { HALT_MEANINGS } from '../halt-meanings.js'
import { duration } from './format-number.js'
import { escaped } from './html-text.js'
import { valuesOf } from './sample.js'

interface Halt {
  partition: number
  status: string
  isOver: boolean
  /** Seconds since it began. */
  age: number
}

/** @param now epoch milliseconds */
export function lastHalt(metrics: Snapshot, now: number): string {
  if (valuesOf(metrics, 'tripfold_service_partitions_unowned').length === 0)
    return '<p>No data about halts: Postgres did not answer, or no process of this page is an api process.</p>'
  const halts = valuesOf(metrics, 'tripfold_service_last_halt_age_seconds')
    .map(({ labels, value }): Halt => ({
      partition: Number(labels['partition']),
      status: labels['status'] ?? '',
      isOver: labels['state'] === 'over',
      age: value,
    }))
    .sort((one, other) => Number(one.isOver) - Number(other.isOver) || one.age - other.age)
  const [last] = halts
  if (last === undefined) return '<p>No partition has ever halted.</p>'
  return last.isOver
    ? overText(last, now)
    : haltedText(
        halts.filter(({ isOver }) => !isOver),
        now,
      )
}

function haltedText(halted: readonly Halt[], now: number): string {
  const statuses = [...new Set(halted.map(({ status }) => status))]
  const items = statuses.map((status) => {
    const same = halted.filter((one) => one.status === status)
    const oldest = Math.max(...same.map(({ age }) => age))
    const meaning = HALT_MEANINGS[status] ?? ''
    return `<li>${partitionsText(same)}: <code>${escaped(status)}</code> since ${when(oldest, now)}. ${asHtml(meaning)}</li>`
  })
  return `<div class="bad note"><p>Halted now. Nothing that was committed is touched; members of these partitions get 503, except with HALTED_GAP.</p><ul>${items.join('')}</ul><p>Look with <code>npm run cli -- stream</code>, which changes nothing; what to do is in ops/docs/runbook.md, PartitionHalted.</p></div>`
}

const overText = ({ partition, status, age }: Halt, now: number): string =>
  `<p>The last one is over: partition ${partition}, <code>${escaped(status)}</code>, ${when(age, now)}.</p>`

function partitionsText(halts: readonly Halt[]): string {
  const numbers = [...new Set(halts.map(({ partition }) => partition))].sort((one, other) => one - other)
  return `${numbers.length === 1 ? 'partition' : 'partitions'} ${numbers.join(', ')}`
}

/** A time, and how long ago it was. */
function when(age: number, now: number): string {
  const at = new Date(now - age * 1_000).toISOString()
  return `${at.slice(0, 10)} ${at.slice(11, 16)} UTC, ${duration(age)} ago`
}

const asHtml = (text: string): string =>
  escaped(text)
    .replace(/`([^`]*)`/g, '<code>$1</code>')
    .replace(/^./, (first) => first.toUpperCase())
