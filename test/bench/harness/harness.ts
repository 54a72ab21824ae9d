/**
 * The harness of every benchmark. Product and baseline alternate in one run, each warmed up first, and the
 * medians over the rounds are compared. Absolute figures drift with the machine; the ratio within one run is
 * the result.
 *
 * To add a bench, write `test/bench/<name>.ts` that exports `bench: Bench`, and add it to
 * `test/bench/benches.ts`. `prepare` starts what the contestants need (servers on 127.0.0.1, each in its own
 * process: bench-process.ts; load from load.ts), passes every `close` to `tools.defer`, and returns the
 * contestants in the order in which they alternate.
 */
import { median } from './statistics.js'

/** What one round measured: numbers by name; the name contains the unit (`requests per s`, `p50 ms`). */
export type Figures = Record<string, number>

export interface Contestant {
  name: string
  /** Warms the contestant up; without it, one round is run and discarded. */
  warm?: () => Promise<void>
  /** Measures for about `tools.seconds`. */
  round: () => Promise<Figures>
}

export interface Contest {
  contestants: Contestant[]
  /** The result of the bench, from the medians by contestant. */
  ratio: (medians: Record<string, Figures>) => number
  /** The result for the bench's second goal. */
  secondRatio?: (medians: Record<string, Figures>) => number
}

type Goal = { atLeast: number } | { atMost: number } | null

export interface BenchTools {
  /** Length of the measured part of a round. */
  seconds: number
  rounds: number
  /** Amount of work, if the command line gave one. */
  size: Size
  /** Runs at the end, in reverse order, also after a failure. */
  defer: (close: () => Promise<unknown> | unknown) => void
  print: (line: string) => void
}

export interface Size {
  members?: number | undefined
  segments?: number | undefined
}

export interface Bench {
  name: string
  /** What the ratio compares. */
  about: string
  goal: Goal
  /** Another comparison of the same figures. */
  second?: { about: string; goal: Goal }
  /** Default number of rounds (3). */
  rounds?: number
  /** Default length of a round (4 s). */
  seconds?: number
  prepare: (tools: BenchTools) => Promise<Contest>
}

export interface Outcome {
  name: string
  ratio: number
  /** For the bench's second goal, if it has one. */
  secondRatio?: number
  /** Medians by contestant. */
  figures: Record<string, Figures>
  /** Every round of every contestant, in order. */
  rounds: Record<string, Figures[]>
}

export interface RunOptions {
  rounds?: number | undefined
  seconds?: number | undefined
  size?: Size
  print: (line: string) => void
}

const MIN_ROUNDS = 3
const DEFAULT_SECONDS = 4

/**
 * Warms up every contestant, then alternates between them for `rounds` rounds (at least 3). The order is
 * reversed every other round, so that no contestant always gets the warmer machine.
 */
export async function runBench(bench: Bench, options: RunOptions): Promise<Outcome> {
  const deferred: Array<() => Promise<unknown> | unknown> = []
  const tools: BenchTools = {
    seconds: options.seconds ?? bench.seconds ?? DEFAULT_SECONDS,
    rounds: Math.max(MIN_ROUNDS, options.rounds ?? bench.rounds ?? MIN_ROUNDS),
    size: options.size ?? {},
    defer: (close) => {
      deferred.push(close)
    },
    print: options.print,
  }
  try {
    const contest = await bench.prepare(tools)
    const rounds = await runRounds(contest.contestants, tools)
    const figures = Object.fromEntries(Object.entries(rounds).map(([name, all]) => [name, medians(all)]))
    const second = contest.secondRatio === undefined ? {} : { secondRatio: contest.secondRatio(figures) }
    return { name: bench.name, ratio: contest.ratio(figures), ...second, figures, rounds }
  } finally {
    for (const close of deferred.reverse()) await close()
  }
}

async function runRounds(contestants: Contestant[], tools: BenchTools): Promise<Record<string, Figures[]>> {
  const measured: Record<string, Figures[]> = {}
  for (const contestant of contestants) {
    measured[contestant.name] = []
    tools.print(`warming up: ${contestant.name}`)
    await (contestant.warm?.() ?? contestant.round())
  }
  for (let round = 1; round <= tools.rounds; round++) {
    const order = round % 2 === 1 ? contestants : contestants.toReversed()
    for (const contestant of order) {
      const figures = await contestant.round()
      measured[contestant.name]?.push(figures)
      tools.print(`round ${round} of ${tools.rounds}, ${contestant.name}: ${oneLine(figures)}`)
    }
  }
  return measured
}

function medians(rounds: Figures[]): Figures {
  const names = [...new Set(rounds.flatMap((round) => Object.keys(round)))]
  return Object.fromEntries(names.map((name) => [name, median(rounds.flatMap((round) => round[name] ?? []))]))
}

/** The ratio that is a figure of one contestant divided by that of another. */
export function ratioOf(
  figure: string,
  over = 'product',
  under = 'baseline',
): (medians: Record<string, Figures>) => number {
  return (medians) => (medians[over]?.[figure] ?? NaN) / (medians[under]?.[figure] ?? NaN)
}

/** Whether a ratio meets a goal; without a goal it always does. */
export function meets(goal: Goal, ratio: number): boolean {
  if (goal === null) return true
  return 'atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost
}

/**
 * The medians as a table (a row for each figure, a column for each contestant), and the ratio with its goal.
 */
export function renderOutcome(bench: Bench, outcome: Outcome): string {
  const names = Object.keys(outcome.figures)
  const rows = [...new Set(names.flatMap((name) => Object.keys(outcome.figures[name] ?? {})))]
  const cells = [
    ['', ...names],
    ...rows.map((row) => [row, ...names.map((name) => format(outcome.figures[name]?.[row]))]),
  ]
  const widths = ['', ...names].map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const lines = cells.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return column === 0 ? cell.padEnd(width) : cell.padStart(width)
      })
      .join('  '),
  )
  const { ratio, secondRatio } = outcome
  const results = [`${bench.about}: ${ratio.toFixed(3)}${verdict(bench.goal, ratio)}`]
  if (bench.second !== undefined && secondRatio !== undefined)
    results.push(`${bench.second.about}: ${secondRatio.toFixed(3)}${verdict(bench.second.goal, secondRatio)}`)
  return [...lines, '', ...results].join('\n')
}

function verdict(goal: Goal, ratio: number): string {
  if (goal === null) return ''
  if (Number.isNaN(ratio)) return ', not measured'
  const bound = 'atLeast' in goal ? `>= ${goal.atLeast}` : `<= ${goal.atMost}`
  return `, goal ${bound}: ${meets(goal, ratio) ? 'met' : 'NOT met'}`
}

function format(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return '-'
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US')
  return Number(value.toPrecision(3)).toString()
}

function oneLine(figures: Figures): string {
  return Object.entries(figures)
    .map(([name, value]) => `${name} ${format(value)}`)
    .join(', ')
}
