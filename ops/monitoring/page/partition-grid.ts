/** The partitions on the operations page: a summary, and a small cell for each. */
import type { Snapshot } from '../../metrics/registry.js'
import { short } from './format-number.js'
import { escaped } from './html-text.js'
import { THIS_PROCESS } from './process-tables.js'
import { valuesOf } from './sample.js'

interface Partition {
  partition: number
  lag: number
  /** A process on this page, or the name of a fold worker anywhere; empty: nobody. */
  owner: string
  isHalted: boolean
}

/** Who owns each partition, and how many messages wait in it. */
export function partitionGrid(metrics: Snapshot): string {
  const all = partitionsOf(metrics)
  if (all.length === 0)
    return '<p>No data about partitions: Postgres did not answer, or no process of this page is an api or fold process.</p>'
  const owners = [...new Set(all.map(({ owner }) => owner))].filter((owner) => owner !== '').sort()
  const letterOf = new Map(owners.map((owner, at) => [owner, letter(at)]))
  const legend = owners.map((owner) => {
    const owned = all.filter((one) => one.owner === owner)
    return `<li><b>${letterOf.get(owner)}</b> ${escaped(owner)}: ${counted(owned.length, 'partition')}, ${short(waiting(owned))} waiting</li>`
  })
  const cells = all.map((one) => cell(one, letterOf.get(one.owner) ?? '–'))
  return `<p>${summary(all, owners.length)}</p><ul class="legend">${legend.join('')}</ul><ol class="partitions" aria-label="Partitions">${cells.join('')}</ol>`
}

function partitionsOf(metrics: Snapshot): Partition[] {
  const found = new Map<number, Partition>()
  const halted = new Set(
    valuesOf(metrics, 'tripfold_service_last_halt_age_seconds', { state: 'halted' }).map(({ labels }) =>
      Number(labels['partition']),
    ),
  )
  const add = (name: string, ownerOf: (labels: Record<string, string>) => string): void => {
    for (const { value, labels } of valuesOf(metrics, name)) {
      const partition = Number(labels['partition'])
      found.set(partition, { partition, lag: value, owner: ownerOf(labels), isHalted: halted.has(partition) })
    }
  }
  const owners = new Map(
    valuesOf(metrics, 'tripfold_service_partition_owner').map(({ labels }) => [
      labels['partition'],
      labels['owner'] ?? '',
    ]),
  )
  add('tripfold_service_partition_lag', ({ partition }) => owners.get(partition) ?? '')
  add('tripfold_partition_lag', ({ process }) => process ?? THIS_PROCESS)
  return [...found.values()].sort((one, other) => one.partition - other.partition)
}

function summary(all: readonly Partition[], owners: number): string {
  const unowned = all.filter(({ owner }) => owner === '').length
  const halted = all.filter(({ isHalted }) => isHalted).length
  const [fullest] = all.toSorted((one, other) => other.lag - one.lag)
  const by = `owned by ${counted(owners, 'process', 'es')}`
  const owned = unowned === 0 ? `all ${by}` : `${by}, <b>${short(unowned)} without an owner</b>`
  const waits = waiting(all)
  const most =
    waits === 0
      ? 'nothing waits'
      : `${counted(waits, 'message')} waiting, most of them in partition ${fullest!.partition} (${short(fullest!.lag)})`
  return `${counted(all.length, 'partition')}, ${owned}; ${halted === 0 ? 'none halted' : `<b>${short(halted)} halted</b>`}; ${most}.`
}

function cell({ partition, lag, owner, isHalted }: Partition, shown: string): string {
  const spoken = [
    `Partition ${partition}: ${short(lag)} waiting, ${owner === '' ? 'without an owner' : `owned by ${escaped(owner)}`}`,
    ...(isHalted ? ['halted'] : []),
  ].join(', ')
  const calm = lag > 0 ? 'busy' : ''
  const kind = isHalted || owner === '' ? 'bad' : calm
  return `<li class="${kind}"><span aria-hidden="true">${partition} <b>${isHalted ? 'halted' : shown}</b>${lag > 0 ? ` ${short(lag)}` : ''}</span><span class="spoken">${spoken}</span></li>`
}

const waiting = (partitions: readonly Partition[]): number =>
  partitions.reduce((sum, { lag }) => sum + lag, 0)

const counted = (count: number, word: string, plural = 's'): string =>
  `${short(count)} ${word}${count === 1 ? '' : plural}`

const LETTERS = 26
/** A to Z, then A1, B1 and so on. */
const letter = (at: number): string =>
  `${String.fromCharCode(65 + (at % LETTERS))}${at < LETTERS ? '' : Math.floor(at / LETTERS)}`
