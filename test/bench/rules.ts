/**
 * Reservations a CPU second: the rules next to KItinerary, which reads the same reservations as schema.org JSON (as the API
 * writes them) and completes, checks, merges and sorts them too. Each document holds those of one traveller. KItinerary is
 * started for each document, so a short one costs mostly its start, and the cost of a long one grows with its square: the
 * ratio is taken at the length that suits KItinerary best.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { decide } from '../../actors/member/decide.js'
import { restore } from '../../actors/member/state.js'
import { readDocument } from '../../actors/readers/read-document.js'
import { reservationOf } from '../../api/linked-data/reservation.js'
import { referenceData } from '../../db/seed/reference-data.js'
import { newStoredMember } from '../../ops/fold/stored-member.js'
import type { CheckContext } from '../../schemas/segment/validation/check-segment.js'
import { KITINERARY_EXTRACTOR, NO_KITINERARY } from '../support/kitinerary-extractor.js'
import { yearBatches } from './data/year-requests.js'
import { messageOf } from './data/made-members.js'
import type { MadeSegment } from './data/made-members.js'
import { referenceEnv } from './fold/reference-rules.js'
import type { Bench, Contestant, Figures } from './harness/harness.js'
import { untilSteady } from './harness/until-steady.js'

/** Reservations of a document. */
const LENGTHS = [50, 100, 200]
/** Of all documents of one length together. */
const RESERVATIONS = 2_400
const MEMBERS = 60
const MAX_WARM_UP_ROUNDS = 8
const CLOCK_TICK_MS = 10
const OUTPUT_BYTES = 2 ** 26
const unit = (length: number): string => `reservations per CPU s, ${length} a document`

export const bench: Bench = {
  name: 'rules',
  about:
    'reservations a CPU second, the rules / KItinerary, in documents of the length that suits KItinerary',
  goal: { atLeast: 3 },
  prepare: async (tools) => {
    const flights = reservations()
    const contestants = [contestant('product', flights, productReader(), cpuMs, MAX_WARM_UP_ROUNDS)]
    if (KITINERARY_EXTRACTOR === undefined) tools.print(`KItinerary ${String(NO_KITINERARY)}`)
    else
      contestants.push(
        contestant('KItinerary', flights, kitinerary(KITINERARY_EXTRACTOR), cpuMsOfChildren, 1),
      )
    return {
      contestants,
      ratio: ({ product, KItinerary }) => {
        const at = (length: number): number => KItinerary?.[unit(length)] ?? NaN
        const best = LENGTHS.toSorted((a, b) => at(b) - at(a))[0]!
        return (product?.[unit(best)] ?? NaN) / at(best)
      },
    }
  },
}

/** Flights of a traveller as JSON: the year of one member, then that of the next some years later, and so on. */
function reservations(): string[] {
  return yearBatches(referenceData(), MEMBERS, 1)
    .toSorted((a, b) => a.member - b.member)
    .slice(0, RESERVATIONS)
    .map(({ member, segments }) => {
      const text = JSON.stringify({ '@context': 'https://schema.org', ...reservationOf(segments[0]!) })
      return text.replace(/\b20\d\d(?=-\d\d-\d\d)/g, (year) => String(Number(year) + 2 * (member % 30)))
    })
}

function contestant(
  name: string,
  flights: readonly string[],
  read: (document: Buffer) => Promise<void>,
  cpu: () => number,
  warmUpRounds: number,
): Contestant {
  const rate = async (length: number): Promise<number> => {
    const before = cpu()
    for (let i = 0; i < flights.length; i += length)
      await read(Buffer.from(`[${flights.slice(i, i + length).join()}]`))
    return (flights.length * 1_000) / (cpu() - before)
  }
  const round = async (): Promise<Figures> => {
    const figures: Figures = {}
    for (const length of LENGTHS) figures[unit(length)] = await rate(length)
    return figures
  }
  const cost = async (): Promise<number> =>
    Object.values(await round()).reduce((sum, perSecond) => sum + 1 / perSecond, 0)
  return {
    name,
    warm: async () => {
      await untilSteady(cost, warmUpRounds)
    },
    round,
  }
}

function productReader(): (document: Buffer) => Promise<void> {
  const { airports } = referenceData()
  const zones = new Map(airports.map(({ iata, zone }) => [iata, zone ?? undefined]))
  const env = referenceEnv()
  const context: CheckContext = {
    source: env.source,
    zoneOf: (iata: string) => zones.get(iata),
    strict: false,
  }
  return async (bytes) => {
    const document = { bytes, mediaType: null, name: null, received: env.now, appointments: false }
    const { segments } = await readDocument(document, null, context)
    decide(restore(newStoredMember('7', '{}'), env), [messageOf(segments as MadeSegment[], 1, 1_000)], env)
  }
}

const kitinerary = (program: string) => async (document: Buffer) => {
  execFileSync(program, { input: document, maxBuffer: OUTPUT_BYTES, stdio: ['pipe', 'pipe', 'ignore'] })
}

/** Milliseconds of CPU of this process. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** Milliseconds of CPU of the processes that it started and that have ended (proc(5): cutime, cstime). */
function cpuMsOfChildren(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) * CLOCK_TICK_MS
}
