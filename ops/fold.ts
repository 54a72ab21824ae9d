/** `npm run fold`: folds a file of labelled messages with the itinerary rules alone, without servers. */
import { createWriteStream } from 'node:fs'
import { buildPlaces } from '../actors/itinerary/places/places.js'
import type { Env } from '../actors/member/env.js'
import { referenceData } from '../db/seed/reference-data.js'
import { renderItinerary } from './explain/render.js'
import { foldMessage, predictionOf, startMemberFold } from './fold/fold-labelled.js'
import type { MemberFold } from './fold/fold-labelled.js'
import { readLines, readSources } from './fold/labelled-data.js'
import type { LabelledMember, LabelledMessage } from './fold/labelled-data.js'
import { exitWithUsage, parseOptions } from './process/command-options.js'

const HELP = `usage: npm run fold -- --messages FILE --members FILE --sources FILE [--out FILE] [--explain MEMBER]

Folds labelled messages with the itinerary rules alone, without servers. Give --out, --explain or both.

  --messages FILE   messages, one JSON object a line, may be gzipped
  --members FILE    members with their homes, one JSON object a line, may be gzipped
  --sources FILE    sources with their priorities, a JSON array
  --out FILE        write the predicted segments and trips of every member, one JSON object a line
  --explain MEMBER  print the itinerary of a member: why each trip begins, ends and is called so, in sentences,
                    and for every segment why it is there and who reported it`
const EXIT_USAGE = 2
const FIRST_MEMBER_ID = 1_000
const FIRST_RAW_ID = 1_000_000_000
const PROGRESS_MS = { terminal: 1_000, log: 30_000 }

const isTerminal = process.stderr.isTTY
const options = readOptions()
const folds = new Map<string, MemberFold>()
const totals = { messages: 0, segments: 0, ms: 0 }

const members = await readMembers(options.members)
await foldAll()
if (options.out !== undefined) await writePredictions(options.out)
if (options.explain !== undefined) explain(options.explain)
showProgress(`: ${Math.round((totals.segments / totals.ms) * 1_000)} segments/s\n`)

interface Options {
  messages: string
  members: string
  sources: string
  out?: string
  explain?: string
}

function readOptions(): Options {
  const { values } = parseOptions(
    {
      options: {
        messages: { type: 'string' },
        members: { type: 'string' },
        sources: { type: 'string' },
        out: { type: 'string' },
        explain: { type: 'string' },
      },
    },
    HELP,
    EXIT_USAGE,
  )
  const { messages, members, sources, out, explain } = values
  if (messages === undefined || members === undefined || sources === undefined)
    return exitWithUsage('--messages, --members and --sources are required.', HELP, EXIT_USAGE)
  if (out === undefined && explain === undefined)
    return exitWithUsage('--out or --explain is required.', HELP, EXIT_USAGE)
  return {
    messages,
    members,
    sources,
    ...(out === undefined ? {} : { out }),
    ...(explain === undefined ? {} : { explain }),
  }
}

async function readMembers(file: string): Promise<Map<string, LabelledMember>> {
  const read = new Map<string, LabelledMember>()
  for await (const member of readLines<LabelledMember>(file)) read.set(member.member, member)
  return read
}

function buildEnv(): Env {
  const reference = referenceData()
  const places = buildPlaces(reference.airports, reference.cities, reference.airlines)
  const sources = readSources(options.sources)
  let nextId = 1
  return {
    now: 0,
    newId: () => String(nextId++),
    places,
    source: (id) => sources.get(id),
    url: 'https://localhost:8443',
  }
}

async function foldAll(): Promise<void> {
  const env = buildEnv()
  let shownAt = performance.now()
  for await (const message of readLines<LabelledMessage>(options.messages)) {
    if (options.out === undefined && message.member !== options.explain) continue
    const fold = foldOf(message.member, env)
    env.now = Date.parse(message.received_at)
    const startedAt = performance.now()
    foldMessage(fold, message, FIRST_RAW_ID + totals.segments, env)
    totals.ms += performance.now() - startedAt
    totals.segments += message.segments.length
    totals.messages += 1
    if (performance.now() - shownAt > (isTerminal ? PROGRESS_MS.terminal : PROGRESS_MS.log)) {
      shownAt = performance.now()
      showProgress(isTerminal ? '' : '\n')
    }
  }
}

function foldOf(member: string, env: Env): MemberFold {
  const existing = folds.get(member)
  if (existing !== undefined) return existing
  const created = startMemberFold(member, String(FIRST_MEMBER_ID + folds.size), members.get(member), env)
  folds.set(member, created)
  return created
}

/** Redraws one line on a terminal; in a log each call is a line of its own. */
function showProgress(suffix: string): void {
  const { messages, segments } = totals
  const text = `${messages} messages, ${segments} segments, ${folds.size} members${suffix}`
  process.stderr.write(isTerminal ? `\r${text}` : text)
}

async function writePredictions(file: string): Promise<void> {
  const out = createWriteStream(file)
  for (const name of new Set([...members.keys(), ...folds.keys()])) {
    const fold = folds.get(name)
    const prediction = fold === undefined ? { member: name, items: [], trips: [] } : predictionOf(fold)
    out.write(`${JSON.stringify(prediction)}\n`)
  }
  await new Promise<void>((resolve, reject) => {
    out.on('error', reject)
    out.end(resolve)
  })
}

function explain(member: string): void {
  const fold = folds.get(member)
  if (fold === undefined) {
    process.stderr.write(`${isTerminal ? '\r' : ''}There are no messages for ${member}.\n`)
    return
  }
  const rawName = (id: string): string => fold.rawNames.get(id) ?? id
  process.stdout.write(`${renderItinerary(fold.state, { rawName, colour: process.stdout.isTTY })}\n`)
}
