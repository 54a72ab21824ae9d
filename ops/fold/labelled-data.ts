/** Reads labelled data: members, messages and sources, plain or gzipped. */
import KINDS from './source-kinds.json' with { type: 'json' }
import { createReadStream, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip, gunzipSync } from 'node:zlib'
import type { Classification, SourceRow } from '../../schemas/itinerary/source-row.js'

export interface LabelledHome {
  from: string | null
  city: string
  region: string | null
  country: string
  lat: number
  lon: number
  time_zone: string | null
  airports: string[]
}

export interface LabelledMember {
  member: string
  homes?: LabelledHome[]
}

export interface LabelledMessage {
  member: string
  message_id: string
  received_at: string
  raw_ids: string[]
  segments: Array<Record<string, unknown>>
  mode?: string
}

function readText(file: string): string {
  const bytes = readFileSync(file)
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
}

/** Parses a JSONL file line by line. */
export async function* readLines<T>(file: string): AsyncGenerator<T> {
  const input = file.endsWith('.gz') ? createReadStream(file).pipe(createGunzip()) : createReadStream(file)
  for await (const line of createInterface({ input, crlfDelay: Infinity }))
    if (line.trim() !== '') yield JSON.parse(line) as T
}

const CLASSES = KINDS as Record<string, Classification>

/** The sources of a `sources.json` with the priorities given there. */
export function readSources(file: string): Map<string, SourceRow> {
  const rows = JSON.parse(readText(file)) as Array<{
    id: string
    kind?: string
    name?: string
    priority?: number
  }>
  return new Map(
    rows.map((row, i) => [
      row.id,
      {
        id: row.id,
        name: row.name ?? row.id,
        classification: CLASSES[row.kind ?? ''] ?? 'manual',
        segmentTypes: [],
        vendorCode: null,
        priority: row.priority ?? i + 1,
        groupPriority: {},
        status: 'Active',
      },
    ]),
  )
}
