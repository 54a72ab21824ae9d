/** `npm run fold -- --messages FILE --members FILE --sources FILE [--out predictions.jsonl] [--explain MEMBER]`: the engine without servers. */
import { createWriteStream } from 'node:fs'
import { parseArgs } from 'node:util'
import { buildPlaces } from '../actors/itinerary/places/places.js'
import type { Env } from '../actors/member/env.js'
import { referenceData } from '../db/seed/reference-data.js'
import { renderItinerary } from './explain/render.js'
import { readLines, readSources } from './fold/labelled-data.js'
import type { LabelledMember, LabelledMessage } from './fold/labelled-data.js'
import { foldMessage, predictionOf, startMemberFold } from './fold/fold-labelled.js'
import type { MemberFold } from './fold/fold-labelled.js'

const { values } = parseArgs({
  options: {
    messages: { type: 'string' },
    members: { type: 'string' },
    sources: { type: 'string' },
    out: { type: 'string' },
    explain: { type: 'string' },
  },
})
if (
  values.messages === undefined ||
  values.members === undefined ||
  values.sources === undefined ||
  (values.out === undefined && values.explain === undefined)
) {
  process.stderr.write(
    'usage: npm run fold -- --messages FILE --members FILE --sources FILE [--out FILE] [--explain MEMBER]\n',
  )
  process.exit(2)
}
const reference = referenceData()
const places = buildPlaces(reference.airports, reference.cities, reference.airlines)
const sources = readSources(values.sources)
let nextId = 1
const env: Env = {
  now: 0,
  newId: () => String(nextId++),
  places,
  source: (id) => sources.get(id),
  url: 'https://localhost:8443',
}
const members = new Map<string, LabelledMember>()
for await (const member of readLines<LabelledMember>(values.members)) members.set(member.member, member)

const foldings = new Map<string, MemberFold>()
let segments = 0
let messages = 0
let spent = 0
let shown = performance.now()
for await (const message of readLines<LabelledMessage>(values.messages)) {
  if (values.out === undefined && message.member !== values.explain) continue
  let folding = foldings.get(message.member)
  if (folding === undefined) {
    folding = startMemberFold(message.member, String(1_000 + foldings.size), members.get(message.member), env)
    foldings.set(message.member, folding)
  }
  env.now = Date.parse(message.received_at)
  const begun = performance.now()
  foldMessage(folding, message, 1_000_000_000 + segments, env)
  spent += performance.now() - begun
  segments += message.segments.length
  messages += 1
  if (performance.now() - shown > (process.stderr.isTTY ? 1_000 : 30_000)) {
    shown = performance.now()
    process.stderr.write(
      `${process.stderr.isTTY ? '\r' : ''}${messages} messages, ${segments} segments, ${foldings.size} members${process.stderr.isTTY ? '' : '\n'}`,
    )
  }
}
if (values.out !== undefined) {
  const out = createWriteStream(values.out)
  for (const name of new Set([...members.keys(), ...foldings.keys()])) {
    const folding = foldings.get(name)
    out.write(
      `${JSON.stringify(folding === undefined ? { member: name, items: [], trips: [] } : predictionOf(folding))}\n`,
    )
  }
  await new Promise<void>((resolve, reject) => {
    out.on('error', reject)
    out.end(resolve)
  })
}
if (values.explain !== undefined) {
  const folding = foldings.get(values.explain)
  if (folding === undefined) process.stderr.write(`\rno messages of ${values.explain}\n`)
  else
    process.stdout.write(
      `${renderItinerary(folding.state, { rawName: (id) => folding.raws.get(id) ?? id, colour: process.stdout.isTTY })}\n`,
    )
}
process.stderr.write(
  `${process.stderr.isTTY ? '\r' : ''}${messages} messages, ${segments} segments, ${foldings.size} members: ${Math.round((segments / spent) * 1000)} segments/s\n`,
)
