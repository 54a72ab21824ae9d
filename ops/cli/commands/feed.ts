/** `cli feed`: sends a supplier's file as a feed over HTTP, as the supplier would. */
import type { Command } from '@commander-js/extra-typings'
import { Agent, fetch as fetchOver } from 'undici'
import { tokenSource, type TokenSource } from '../../../api/client/src/credentials.js'
import { feedSender } from '../../../api/client/src/feed.js'
import type { ClientOptions } from '../../../api/client/src/options.js'
import { UsageError, values, type Answer } from '../answer.js'
import type { CliContext } from '../context.js'
import { lineChecker } from '../feed/check-lines.js'
import { feedFile } from '../feed/feed-file.js'
import { openFeed } from '../feed/feed-input.js'
import { errorsFile, type FeedCounts } from '../feed/feed-record.js'
import { progressText, type Position } from '../feed/progress.js'
import type { LineSender } from '../feed/send-lines.js'
import { operatorTokens } from '../operator-tokens.js'
import type { Run } from '../run.js'
import { demoApplication, readSecret, serviceAt } from '../service.js'

interface Options {
  app?: string | undefined
  clientSecretFile?: string | undefined
  api?: string | undefined
  rejects?: string | undefined
  checkpoint?: string | undefined
  dryRun?: true | undefined
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const
/** The command gives up after this long without a recorded line; the checkpoint stays. */
const PATIENCE_MS = 900_000
/** A connection is closed after this long without data. */
const SILENCE_MS = 120_000

/** Sends a feed. */
export function addFeedCommand(program: Command, run: Run): void {
  program
    .command('feed')
    .description(
      'send a file of feed lines (NDJSON, optionally compressed with gzip or zstd), or standard input; run it again to resume after an interruption',
    )
    .argument('<FILE|->')
    .option('--app <ID>', 'the application that sends the feed; by default the demo application')
    .option(
      '--client-secret-file <FILE>',
      'file with its secret; by default the operator issues a token for it',
    )
    .option('--api <URL>', 'send to a service other than the one of this clone')
    .option('--rejects <FILE>', 'gets the rejected lines unchanged; by default FILE.rejects')
    .option('--checkpoint <FILE>', 'holds the position to continue from; by default FILE.checkpoint')
    .option('--dry-run', 'check every line against the database of the service, and send nothing')
    .action(run(feed))
}

async function feed(context: CliContext, file: string, options: Options): Promise<Answer> {
  const clientId = options.app ?? demoApplication()?.clientId
  if (clientId === undefined) throw new UsageError('--app is required: there is no demo application here.')
  const isDry = options.dryRun === true
  if (isDry && options.api !== undefined)
    throw new UsageError(
      '--dry-run checks against the database of the service and cannot be used with --api.',
    )
  const base = file === '-' ? 'feed' : file
  const rejects = options.rejects ?? (isDry ? null : `${base}.rejects`)
  const checkpoint = isDry ? null : (options.checkpoint ?? `${base}.checkpoint`)
  const send = isDry ? await lineChecker(context.pool, clientId) : sender(context, clientId, options)
  const stopping = new AbortController()
  const stop = (): void => {
    stopping.abort()
  }
  for (const name of STOP_SIGNALS) process.once(name, stop)
  const began = performance.now()
  const { signal } = stopping
  const result = await feedFile({
    ...{ input: await openFeed(file), files: { rejects, checkpoint } },
    ...{ signal, patienceMs: PATIENCE_MS, onProgress: showProgress() },
    send: (chunks) => send(chunks, signal),
  })
  for (const name of STOP_SIGNALS) process.off(name, stop)
  if (process.stderr.isTTY) process.stderr.write('\n')
  return report(result, { rejects, checkpoint, seconds: (performance.now() - began) / 1_000, isDry })
}

/** Opens connections to the service as the application. */
function sender(
  context: CliContext,
  clientId: string,
  { clientSecretFile, api }: Options,
): (chunks: Parameters<LineSender['send']>[0], signal: AbortSignal) => ReturnType<LineSender['send']> {
  const { baseUrl, authUrl, ca } = serviceAt(api)
  const dispatcher = new Agent({
    ...{ headersTimeout: SILENCE_MS, bodyTimeout: SILENCE_MS },
    ...(ca === null ? {} : { connect: { ca } }),
  })
  const fetch = (async (url: string, init: object) =>
    await fetchOver(url, { ...init, dispatcher })) as unknown as NonNullable<ClientOptions['fetch']>
  const demo = api === undefined ? demoApplication() : null
  const ownSecret = demo?.clientId === clientId ? demo.clientSecret : null
  const clientSecret = clientSecretFile === undefined ? ownSecret : readSecret(clientSecretFile)
  const tokens =
    clientSecret === null
      ? operatorSource(context, clientId)
      : tokenSource({ baseUrl, authUrl, fetch, clientId, clientSecret })
  const feedOver = feedSender({ baseUrl, fetch, token: '' }, tokens)
  return (chunks, signal) => feedOver(chunks, { signal })
}

/** A token that the operator issues, replaced once it is refused. */
function operatorSource(context: CliContext, clientId: string): TokenSource {
  let current: string | null = null
  return {
    token: async () => (current ??= (await operatorTokens(context, clientId, null)).accessToken),
    renew: () => {
      current = null
      return true
    },
  }
}

/** On a terminal one line that is updated; elsewhere a line each time. Problems stay visible. */
function showProgress(): (position: Position, problem: string | null) => void {
  const { isTTY: isTerminal } = process.stderr
  const textAt = progressText(isTerminal)
  const [before, after] = isTerminal ? ['\r\u001b[K', ''] : ['', '\n']
  return (position, problem) => {
    if (problem !== null) process.stderr.write(`${before}${problem} Trying again.\n`)
    process.stderr.write(`${before}${textAt(position, performance.now())}${after}`)
  }
}

interface Circumstances {
  rejects: string | null
  checkpoint: string | null
  seconds: number
  isDry: boolean
}

function report(
  { isComplete, lines, accepted, replayed, rejected }: FeedCounts & { isComplete: boolean },
  { rejects, checkpoint, seconds, isDry }: Circumstances,
): Answer {
  const counts: Record<string, number> = isDry
    ? { lines, acceptable: accepted, rejected }
    : { lines, accepted, accepted_before: replayed, rejected }
  const files: Record<string, string> =
    rejected === 0 || rejects === null ? {} : { rejects, errors: errorsFile(rejects) }
  const answer = values(
    { ...counts, ...files, seconds: seconds.toFixed(1) },
    ...(isComplete ? [] : [`Stopped. Run the command again to continue from ${checkpoint ?? 'the start'}.`]),
  )
  return { ...answer, failed: rejected > 0 || !isComplete }
}
