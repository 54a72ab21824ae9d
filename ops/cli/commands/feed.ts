/** `cli feed`: sends a supplier's file as a feed over HTTP, as the supplier would. */
import { InvalidArgumentError, Option, type Command } from '@commander-js/extra-typings'
import { basename } from 'node:path'
import { tokenSource, type TokenSource } from '../../../api/client/src/credentials.js'
import { feedSender } from '../../../api/client/src/feed.js'
import { UsageError, values, type Answer } from '../answer.js'
import type { CliContext } from '../context.js'
import { lineChecker } from '../feed/check-lines.js'
import { feedFile, type FeedResult } from '../feed/feed-file.js'
import { linesOf, openFeed } from '../feed/feed-input.js'
import { errorsFile } from '../feed/feed-record.js'
import { cutDocuments } from '../feed/formats/cut-documents.js'
import { documentLine } from '../feed/formats/document-line.js'
import { FILE_FORMATS, type FileFormatName } from '../feed/formats/formats.js'
import { feedLines } from '../feed/formats/likely-format.js'
import { accountAddress, type LineAddress } from '../feed/formats/text-address.js'
import { feedingLine } from '../feed/line-key.js'
import { progressText, type Position } from '../feed/progress.js'
import type { LineSender } from '../feed/send-lines.js'
import { configuredExtractor } from '../../wiring/jobs/configured-extractor.js'
import { operatorTokens } from '../operator-tokens.js'
import type { Run } from '../run.js'
import { clientOf, demoApplication, readSecret, serviceAt } from '../service.js'
import { memberId } from '../values.js'

interface Options {
  format?: FileFormatName | undefined
  member?: string | undefined
  account?: LineAddress | undefined
  source?: string | undefined
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
      'send a file of feed lines (NDJSON) or of documents, optionally compressed with gzip or zstd, or standard input; run it again to resume after an interruption',
    )
    .argument('<FILE|->')
    .addOption(
      new Option(
        '--format <FORMAT>',
        `the file holds documents: ${Object.values(FILE_FORMATS)
          .map(({ content }) => content)
          .join(', ')}`,
      ).choices(Object.keys(FILE_FORMATS) as FileFormatName[]),
    )
    .option('--member <ID>', 'the member for documents that name none', memberId)
    .option('--account <SOURCE:NUMBER>', 'or the loyalty account for documents that name none', account)
    .option(
      '--source <ID>',
      'the source of all documents; by default that of the account, or the one each document names',
    )
    .option('--app <ID>', 'the application that sends the feed; by default the demo application')
    .option('--client-secret-file <FILE>', 'file with its client secret; by default a token is issued for it')
    .option('--api <URL>', 'send to another service than the one of this clone')
    .option('--rejects <FILE>', 'where rejected lines are written, unchanged; by default FILE.rejects')
    .option('--checkpoint <FILE>', 'where the position to continue from is kept; by default FILE.checkpoint')
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
  const { unit, cut, toLine } = formatOf(file, options)
  const base = file === '-' ? 'feed' : file
  const rejects = options.rejects ?? (isDry ? null : `${base}.rejects`)
  const checkpoint = isDry ? null : (options.checkpoint ?? `${base}.checkpoint`)
  const partly = new Map<number, string>()
  const stopping = new AbortController()
  const { signal } = stopping
  const send = isDry
    ? await lineChecker({
        pool: context.pool,
        client: clientId,
        extractor: configuredExtractor(context.config, context.log),
        onProblem: (line, problem) => {
          if (!partly.has(line)) partly.set(line, problem)
        },
      })
    : sender(context, clientId, options, signal)
  const stop = (): void => {
    stopping.abort()
  }
  for (const name of STOP_SIGNALS) process.once(name, stop)
  const began = performance.now()
  const opened = await openFeed(file, { unit, cut })
  const input =
    options.format === undefined && file !== '-' ? await feedLines(opened, nameOf(file) ?? null) : opened
  const result = await feedFile({
    ...{ input, toLine, files: { rejects, checkpoint } },
    ...{ signal, patienceMs: PATIENCE_MS, onProgress: showProgress(unit) },
    send,
  })
  for (const name of STOP_SIGNALS) process.off(name, stop)
  if (process.stderr.isTTY) process.stderr.write('\n')
  const seconds = Number(((performance.now() - began) / 1_000).toFixed(1))
  return report(result, { unit, rejects, checkpoint, seconds, partly: isDry ? partly : null })
}

/** `unit`: what the file holds. */
function formatOf(file: string, { format, member, account: number, source }: Options) {
  const address = member === undefined ? (number ?? null) : { member_id: member }
  if (format === undefined) {
    if (address !== null || source !== undefined)
      throw new UsageError('--member, --account and --source need --format: a feed line names them itself.')
    return { unit: 'line', cut: linesOf, toLine: feedingLine }
  }
  if (member !== undefined && number !== undefined)
    throw new UsageError('--member and --account cannot be used together.')
  const { cutter } = FILE_FORMATS[format]
  return {
    unit: 'document',
    cut: (chunks: AsyncIterable<Buffer>) => cutDocuments(chunks, cutter()),
    toLine: documentLine({ format: FILE_FORMATS[format], address, source, name: nameOf(file) }),
  }
}

const nameOf = (file: string): string | undefined => (file === '-' ? undefined : basename(file))

function account(given: string): LineAddress {
  const [, source, number] = /^([^:]+):(.+)$/.exec(given) ?? []
  if (source === undefined || number === undefined)
    throw new InvalidArgumentError('Give the id of a source and a number, such as airline_ba:70041234.')
  return accountAddress(source, number)
}

/** Opens connections to the service as the application. */
function sender(
  context: CliContext,
  clientId: string,
  { clientSecretFile, api }: Options,
  signal: AbortSignal,
): LineSender['send'] {
  const client = clientOf(serviceAt(api), SILENCE_MS)
  const demo = api === undefined ? demoApplication() : null
  const ownSecret = demo?.clientId === clientId ? demo.clientSecret : null
  const clientSecret = clientSecretFile === undefined ? ownSecret : readSecret(clientSecretFile)
  const tokens =
    clientSecret === null
      ? operatorSource(context, clientId)
      : tokenSource({ ...client, clientId, clientSecret })
  const feedOver = feedSender({ ...client, token: '' }, tokens)
  return (chunks, firstLine) => feedOver(chunks, { signal, firstLine })
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
function showProgress(unit: string): (position: Position, problem: string | null) => void {
  const { isTTY: isTerminal } = process.stderr
  const textAt = progressText(isTerminal, `${unit}s`)
  const [before, after] = isTerminal ? ['\r\u001b[K', ''] : ['', '\n']
  return (position, problem) => {
    if (problem !== null) process.stderr.write(`${before}${problem} Trying again.\n`)
    process.stderr.write(`${before}${textAt(position, performance.now())}${after}`)
  }
}

interface Circumstances {
  /** What is counted. */
  unit: string
  rejects: string | null
  checkpoint: string | null
  seconds: number
  /** In a dry run: what was not read of the documents that were read in part, by line. */
  partly: ReadonlyMap<number, string> | null
}

const MAX_SHOWN = 5

function report(
  { isComplete, lines, accepted, replayed, rejected, reasons }: FeedResult,
  { unit, rejects, checkpoint, seconds, partly }: Circumstances,
): Answer {
  const counts: Record<string, number> =
    partly !== null
      ? { [`${unit}s`]: lines, acceptable: accepted, read_in_part: partly.size, rejected }
      : { [`${unit}s`]: lines, accepted, accepted_before: replayed, rejected }
  const files: Record<string, string> =
    rejected === 0 || rejects === null ? {} : { rejects, errors: errorsFile(rejects) }
  const answer = values(
    { ...counts, ...files, seconds },
    ...(isComplete ? [] : [`Stopped. Run the command again to continue from ${checkpoint ?? 'the start'}.`]),
  )
  const shown = rejects === null ? reasons : []
  const notes = [...(partly ?? [])].slice(0, MAX_SHOWN)
  return {
    data: { ...counts, ...files, seconds, ...(partly === null ? {} : { reasons: shown, notes }) },
    lines: [
      ...answer.lines,
      ...shown.map(({ line, reason }) => `${unit} ${line} is rejected: ${reason}`),
      ...(rejected > shown.length && shown.length > 0 ? ['All of them: --rejects FILE'] : []),
      ...notes.map(([line, problem]) => `${unit} ${line} is read in part: ${problem}`),
    ],
    failed: rejected > 0 || !isComplete,
  }
}
