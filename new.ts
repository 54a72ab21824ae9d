import { writeFileSync } from 'node:fs'
import { buildPlaces } from '/work/wt/rules/actors/itinerary/places/places.js'
import { decide } from '/work/wt/rules/actors/member/decide.js'
import { referenceData } from '/work/wt/rules/db/seed/reference-data.js'
import { predictionOf, startMemberFold } from '/work/wt/rules/ops/fold/fold-labelled.js'
import { readLines, readSources } from '/work/wt/rules/ops/fold/labelled-data.js'
const reference = referenceData()
const places = buildPlaces(reference.airports, reference.cities, reference.airlines)
const sets: any = {}
for (const set of ['low', 'high']) {
  const D = `/work/shared/data/labelled/${set}/`
  const members = new Map<string, any>()
  for await (const m of readLines<any>(D + 'members.jsonl')) members.set(m.member, { m, messages: [] })
  for await (const m of readLines<any>(D + 'messages.jsonl.gz')) members.get(m.member).messages.push(m)
  sets[set] = { members, sources: readSources(D + 'sources.json') }
}
function run(set: string): string[] {
  const { members, sources } = sets[set]
  let nextId = 1
  const env: any = { now: 0, newId: () => String(nextId++), places, source: (id: string) => sources.get(id), url: 'https://x' }
  let raw = 1_000_000_000, id = 1000
  const lines: string[] = []
  for (const [name, { m, messages }] of members) {
    const fold = startMemberFold(name, String(id++), m, env)
    let seq = 0
    const stream = messages.map((msg: any) => {
      const first = raw
      raw += msg.segments.length
      msg.raw_ids.forEach((n: string, i: number) => fold.rawNames.set(String(first + i), n))
      return { seq: ++seq, envelope: { v: 1, kind: 'segments', batch: String(first + 500_000_000), first: String(first), count: msg.segments.length, received: Date.parse(msg.received_at) }, body: { segments: structuredClone(msg.segments), mode: msg.mode } }
    })
    env.now = Date.parse(messages.at(-1)?.received_at ?? 0)
    if (stream.length) fold.state = decide(fold.state, stream, env).state
    lines.push(JSON.stringify(predictionOf(fold)))
  }
  return lines
}
const g: any = globalThis
g.OFFNAME = ''
const base: any = { low: run('low'), high: run('high') }
if (process.env.OUT) for (const s of ['low', 'high']) writeFileSync(`${process.env.OUT}.${s}.jsonl`, base[s].join('\n') + '\n')
const rounds = Number(process.env.ROUNDS ?? 0)
for (let i = 0; i < rounds; i++) { const c = process.cpuUsage(); run('low'); run('high'); const d = process.cpuUsage(c); console.log(process.argv[1].split('/').pop(), ((d.user + d.system) / 1e6).toFixed(2)) }
