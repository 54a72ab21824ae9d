/** `npm run fold -- --messages FILE --members FILE --sources FILE --out predictions.jsonl`: the engine without servers. */
import { createWriteStream } from 'node:fs'
import { parseArgs } from 'node:util'
import { buildPlaces } from '../actors/itinerary/places.js'
import type { Env } from '../actors/member/env.js'
import { referenceData } from '../db/seed/reference.js'
import { lines, readSources } from './fold/labelled.js'
import type { LabelledMember, LabelledMessage } from './fold/labelled.js'
import { foldMessage, predictionOf, startFolding } from './fold/run.js'
import type { Folding } from './fold/run.js'

const { values } = parseArgs({ options: { messages: { type: 'string' }, members: { type: 'string' }, sources: { type: 'string' }, out: { type: 'string' } } })
if (values.messages === undefined || values.members === undefined || values.sources === undefined || values.out === undefined) {
  process.stderr.write('usage: npm run fold -- --messages FILE --members FILE --sources FILE --out FILE\n')
  process.exit(2)
}
const reference = referenceData()
const places = buildPlaces(reference.airports, reference.cities, reference.airlines)
const sources = readSources(values.sources)
let nextId = 1
const env: Env = { now: 0, id: () => String(nextId++), places, source: id => sources.get(id), url: 'https://localhost:8443' }
const members = new Map<string, LabelledMember>()
for await (const member of lines<LabelledMember>(values.members)) members.set(member.member, member)

const foldings = new Map<string, Folding>()
let segments = 0
let messages = 0
let spent = 0
let shown = performance.now()
for await (const message of lines<LabelledMessage>(values.messages)) {
  let folding = foldings.get(message.member)
  if (folding === undefined) {
    folding = startFolding(message.member, String(1_000 + foldings.size), members.get(message.member), env)
    foldings.set(message.member, folding)
  }
  env.now = Date.parse(message.received_at)
  const begun = performance.now()
  foldMessage(folding, message, 1_000_000_000 + segments, env)
  spent += performance.now() - begun
  segments += message.segments.length
  messages += 1
  if (performance.now() - shown > 1_000) {
    shown = performance.now()
    process.stderr.write(`\r${messages} messages, ${segments} segments, ${foldings.size} members`)
  }
}
const out = createWriteStream(values.out)
for (const name of new Set([...members.keys(), ...foldings.keys()])) {
  const folding = foldings.get(name)
  out.write(`${JSON.stringify(folding === undefined ? { member: name, items: [], trips: [] } : predictionOf(folding))}\n`)
}
await new Promise<void>((resolve, reject) => { out.on('error', reject); out.end(resolve) })
process.stderr.write(`\r${messages} messages, ${segments} segments, ${foldings.size} members: ${Math.round(segments / spent * 1000)} segments/s\n`)
