import type { Snapshot } from '../../metrics/registry.js'
import { duration, short } from './format-number.js'
import { escaped } from './html-text.js'
import { serviceValue, valuesOf } from './sample.js'

const READY_WORDS: Readonly<Record<number, string>> = { 0: 'not ready', 1: 'ready' }
/** The label of processes on the page of one process. */
export const THIS_PROCESS = 'this process'

const PROCESS_HEAD = ['Process', 'Role', 'State', 'Owns', 'Memory', 'Up for', 'Version']

/** The processes whose metrics are on this page; on that of an api process on its own, all of the service. */
export function processTable(metrics: Snapshot): string {
  const own = valuesOf(metrics, 'tripfold_build_info')
  const service = valuesOf(metrics, 'tripfold_service_process_up_seconds')
  const isSupervised = own.some(({ labels }) => labels['process'] !== undefined)
  if (!isSupervised && service.length > 0) return serviceTable(metrics, service)
  const rows = own.map(({ labels }) => {
    const process = labels['process']
    const where: Record<string, string> = process === undefined ? {} : { process }
    const name = process ?? THIS_PROCESS
    const ready = serviceValue(metrics, 'tripfold_supervised_ready', { name })
    const memory = serviceValue(metrics, 'process_resident_memory_bytes', where)
    const started = serviceValue(metrics, 'process_start_time_seconds', where)
    const owned = serviceValue(metrics, 'tripfold_partitions_owned', where)
    return [
      escaped(name),
      labels['role'] ?? '',
      ready === null ? '' : (READY_WORDS[ready] ?? ''),
      owned === null ? '' : partitionCount(owned),
      memory === null ? '' : `${short(memory / 1e6)} MB`,
      started === null ? '' : duration(Math.max(0, Date.now() / 1_000 - started)),
      escaped(labels['version'] ?? ''),
    ]
  })
  return table(PROCESS_HEAD, rows)
}

/** As Postgres knows them: they run anywhere, and their memory is on pages of their own. */
function serviceTable(metrics: Snapshot, processes: ReturnType<typeof valuesOf>): string {
  const rows = processes.map(({ labels, value }) => {
    const { name = '', role = '', version = '' } = labels
    const owned = valuesOf(metrics, 'tripfold_service_partition_owner', { owner: name }).length
    return [
      escaped(name),
      escaped(role),
      'live',
      role === 'fold' ? partitionCount(owned) : '',
      '',
      duration(value),
      escaped(version),
    ]
  })
  return table(PROCESS_HEAD, rows)
}

function partitionCount(owned: number): string {
  return `${short(owned)} ${owned === 1 ? 'partition' : 'partitions'}`
}

/** A table without the columns that are empty in every row; its cells are HTML. */
function table(titles: string[], all: string[][]): string {
  const isUsed = (_: string, at: number): boolean => all.some((row) => row[at] !== '')
  const head = titles.filter(isUsed)
  const rows = all.map((row) => row.filter(isUsed))
  const cells = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
  const names = head.map((name) => `<th>${name}</th>`).join('')
  return `<div class="scroll" tabindex="0"><table><thead><tr>${names}</tr></thead><tbody>${cells.join('')}</tbody></table></div>`
}
