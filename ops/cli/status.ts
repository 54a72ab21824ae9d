/** `status [--watch]`: workers, partitions, lag, rates, dead letters. */
import { parseArgs } from 'node:util'
import { partStates, type PartState } from '../../db/part-desk.js'
import { liveWorkers } from '../../db/worker-desk.js'
import { streamState } from '../../workers/stream/setup.js'
import type { CliContext, Command } from './command.js'
import { table } from './table.js'

const EVERY_MS = 2_000
const CLEAR = '\u001b[H\u001b[2J'

export const status: Command = {
  usage: [['status [--watch] [--partitions]', 'workers, their partitions, lag, rates, dead letters; again every two seconds with --watch']],
  run: async (args, context) => {
    const { values } = parseArgs({ args, options: { watch: { type: 'boolean', default: false }, partitions: { type: 'boolean', default: false } } })
    for (let before: Look | null = null; ;) {
      const now = await look(context)
      const lines = report(now, before, values.partitions)
      context.say(`${values.watch ? CLEAR : ''}${lines.join('\n')}`)
      if (!values.watch) return now.parts.some(part => part.status !== 'ok') ? 1 : 0
      before = now
      await new Promise(resolve => setTimeout(resolve, EVERY_MS))
    }
  }
}

interface Look { at: number, parts: PartState[], workers: string[], stream: { messages: number, bytes: number, maxBytes: number, lastSeq: number } }

async function look ({ pool, stream }: CliContext): Promise<Look> {
  const [parts, workers, state] = await Promise.all([partStates(pool), liveWorkers(pool), streamState(await stream())])
  return { at: performance.now(), parts, workers, stream: state }
}

function report (now: Look, before: Look | null, whole: boolean): string[] {
  const sum = (parts: PartState[], pick: (part: PartState) => number): number => parts.reduce((total, part) => total + pick(part), 0)
  const rate = (parts: PartState[], old: PartState[]): number | null =>
    before === null ? null : Math.round((sum(parts, part => part.applied) - sum(old, part => part.applied)) / ((now.at - before.at) / 1_000))
  const names = [...new Set([...now.workers, ...now.parts.flatMap(part => part.owner ?? [])])].sort()
  const rows = [...names, null].map(name => {
    const mine = now.parts.filter(part => part.owner === name)
    const old = before?.parts.filter(part => mine.some(one => one.partition === part.partition)) ?? []
    const state = name === null ? 'nobody' : now.workers.includes(name) ? 'live' : 'gone'
    return [name ?? '-', state, mine.length, sum(mine, part => part.lag ?? 0), rate(mine, old), sum(mine, part => part.parked)]
  }).filter(row => row[0] !== '-' || row[2] !== 0)
  const { messages, bytes, maxBytes, lastSeq } = now.stream
  const halted = now.parts.filter(part => part.status !== 'ok')
  return [
    `stream   ${messages} messages, ${Math.round(bytes / 2 ** 20)} MiB of ${Math.round(maxBytes / 2 ** 20)}, last sequence ${lastSeq}`,
    `fold     ${sum(now.parts, part => part.applied)} messages applied, lag ${sum(now.parts, part => part.lag ?? 0)}, ${sum(now.parts, part => part.parked)} members parked`,
    '',
    ...table(['worker', 'state', 'partitions', 'lag', 'per second', 'parked'], rows),
    ...halted.map(part => `partition ${part.partition} is ${part.status}: see \`npm run cli -- stream\``),
    ...whole ? ['', ...table(['p', 'owner', 'epoch', 'cursor', 'lag', 'applied', 'parked', 'status'], now.parts.map(part =>
      [part.partition, part.owner, part.epoch, part.cursor, part.lag, part.applied, part.parked, part.status]))] : []
  ]
}
