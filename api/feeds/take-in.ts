/**
 * Takes lines of a feed in (contract.md 8): checked, addressed, and on disk before they are answered. What one member is told
 * goes into the stream in the order of the lines, each message after the one before.
 */
import type { Fault } from '../../schemas/faults.js'
import type { GoodLine } from '../../schemas/feed.js'
import type { Id } from '../../schemas/ids.js'
import { encodeMessage } from '../../schemas/message.js'
import type { Envelope } from '../../schemas/message.js'
import { memberSubject } from '../../schemas/subjects.js'
import type { ApiDeps } from '../deps.js'
import { asFault } from '../errors.js'
import type { FirstTry } from '../reads.js'
import { acceptedAnswer, acceptedText, faultAnswer } from './answers.js'
import type { LineAnswer } from './answers.js'
import type { Line } from './line-reader.js'
import { lineKeys } from './line-keys.js'
import { pack } from './pack.js'
import type { Pack } from './pack.js'
import { patiently } from './patience.js'
import { readLine } from './read-line.js'
import { destinations } from './route-lines.js'
import { someAtOnce } from './some-at-once.js'
import type { Turns } from './turns.js'

export interface Sender { client: string, request: string, strict: boolean, signal: AbortSignal }

/** What was answered to lines, in their order; `over`: something that lasts keeps the feed from going on. */
export interface Taken { answers: LineAnswer[], over: boolean }

interface Entry { at: number, number: number, key: string | null, bytes: Buffer, line: GoodLine, segments: unknown[], mode: 'merge' | 'replace', account: Id | null, ids: FirstTry | null }

const KEYS_AT_ONCE = 4
/** Others have their turn of the event loop after so many lines were checked. */
const LINES_A_TURN = 50
const LASTING = new Set(['temporarily_unavailable', 'server_error', 'insufficient_scope'])

/** `patience`: milliseconds for which what cannot be done now is tried again. */
export function feedIntake (deps: ApiDeps, turns: Turns, patience: number, { client, request, strict, signal }: Sender): (lines: readonly Line[]) => Promise<Taken> {
  const context = { source: deps.reference.source, zoneOf: deps.reference.zoneOf, strict }
  const keys = lineKeys(deps.idempotency, client)
  const wait = { most: patience, signal }
  const fresh = (count: number): FirstTry => ({ batch: deps.ids.next(), first: deps.ids.block(count) })

  return async lines => {
    const answers: LineAnswer[] = []
    let over = false
    const refuse = (entry: Entry, fault: Fault): void => {
      answers[entry.at] = faultAnswer(entry, fault)
      over ||= LASTING.has(fault.code)
    }
    const failed = (entry: Entry, { fault, error }: { fault: Fault, error: unknown }): void => {
      if (fault.code === 'server_error') deps.log.error({ err: fault.cause ?? error, request, line: entry.number }, 'a line of a feed failed')
      refuse(entry, fault)
    }

    /** Claims keys; those that may go on. */
    const claimed = async (entries: Entry[]): Promise<Entry[]> => {
      const ours = new Set(entries.filter(entry => entry.key === null))
      await someAtOnce(entries.filter(entry => entry.key !== null), KEYS_AT_ONCE, async entry => {
        const proposed = fresh(entry.segments.length)
        const claim = await patiently(async () => await keys.claim(entry.key ?? '', entry.bytes, proposed), wait)
        if (claim.is === 'failed') { failed(entry, claim); return }
        if (claim.value.is === 'refused') refuse(entry, claim.value.fault)
        else if (claim.value.is === 'answered') answers[entry.at] = acceptedAnswer(entry, claim.value.ids, claim.value.segments, true)
        else { entry.ids = claim.value.ids; ours.add(entry) }
      })
      return entries.filter(entry => ours.has(entry))
    }

    /** Answers an accepted line; its key remembers the answer first. */
    const accept = async (entry: Entry, ids: FirstTry, first: number): Promise<void> => {
      const segments = acceptedText(entry.line, first)
      if (entry.key !== null) {
        const kept = await patiently(async () => { await keys.answered(entry.key ?? '', entry.bytes, segments) }, wait)
        if (kept.is === 'failed') { failed(entry, kept); return }
      }
      answers[entry.at] = acceptedAnswer(entry, ids, segments)
    }

    const leave = async (entry: Entry): Promise<void> => {
      if (entry.key === null) return
      await keys.leave(entry.key, entry.bytes).catch((error: unknown) => { deps.log.warn({ err: error, request, line: entry.number }, 'the key of a line stays taken for a while') })
    }

    const envelopeOf = ({ ids, count, account }: Pack<Entry>): Envelope =>
      ({ v: 1, kind: 'segments', received: deps.now(), client, request, batch: ids.batch, first: ids.first, count, ...account === null ? {} : { account } })

    const publish = async (member: Id, one: Pack<Entry>): Promise<Fault | null> => {
      const message = encodeMessage(envelopeOf(one), Buffer.from(one.body))
      await turns.take(client)
      const stored = await patiently(async () => await deps.publish(message, memberSubject(member), `${member}:${one.ids.batch}`), wait)
        .finally(() => { turns.giveBack(client) })
      if (stored.is === 'failed') {
        for (const entry of one.lines) { failed(entry, stored); await leave(entry) }
        return stored.fault
      }
      let first = Number(one.ids.first)
      for (const entry of one.lines) {
        await accept(entry, one.ids, first)
        first += entry.segments.length
      }
      return null
    }

    const publishAll = async (member: Id, entries: Entry[]): Promise<void> => {
      let broken: Fault | null = null
      for (const one of pack(entries, fresh)) {
        if (broken === null) broken = await publish(member, one)
        else for (const entry of one.lines) { refuse(entry, broken); await leave(entry) }
      }
    }

    const hold = async (waiting: Array<{ entry: Entry, source: string, number: string }>): Promise<void> => {
      if (waiting.length === 0) return
      const rows = waiting.flatMap(({ entry, source, number }) => pack([entry], fresh).map(one => ({ source, number, one })))
      const kept = await patiently(async () => { await deps.feeds.keep(rows.map(({ source, number, one }) => ({ source, number, envelope: envelopeOf(one), body: one.body }))) }, wait)
      await someAtOnce(rows, KEYS_AT_ONCE, async ({ one }) => {
        for (const entry of one.lines) {
          if (kept.is === 'done') { await accept(entry, one.ids, Number(one.ids.first)); continue }
          failed(entry, kept)
          await leave(entry)
        }
      })
    }

    /** Lines of which no two have the same key. */
    const round = async (entries: Entry[]): Promise<void> => {
      const found = await patiently(async () => await destinations(deps.feeds, client, entries.map(entry => entry.line.to)), wait)
      if (found.is === 'failed') { for (const entry of entries) failed(entry, found); return }
      const to = new Map(entries.map((entry, at) => [entry, found.value[at]]))
      const open = entries.filter(entry => {
        const place = to.get(entry)
        if (place === undefined) throw new Error('a line without a destination')
        if (place.is === 'waits') return true
        try {
          if (place.is === 'refused') throw place.fault
          deps.intake?.take(place.member, entry.segments.length)
          entry.account = place.account
          return true
        } catch (error) {
          refuse(entry, asFault(error))
          return false
        }
      })
      const members = new Map<Id, Entry[]>()
      const waiting: Parameters<typeof hold>[0] = []
      for (const entry of await claimed(open)) {
        const place = to.get(entry)
        if (place?.is === 'waits') waiting.push({ entry, source: place.source, number: place.number })
        else if (place?.is === 'member') {
          const told = members.get(place.member)
          if (told === undefined) members.set(place.member, [entry])
          else told.push(entry)
        }
      }
      await Promise.all([hold(waiting), ...[...members].map(async ([member, told]) => { await publishAll(member, told) })])
    }

    let entries: Entry[] = []
    const seen = new Set<string>()
    for (const [at, line] of lines.entries()) {
      if (at % LINES_A_TURN === LINES_A_TURN - 1) await new Promise(resolve => setImmediate(resolve))
      const read = readLine(line, context)
      if (read.is === 'bad') { answers[at] = read.answer; continue }
      const { key, mode, segments } = read.line
      if (key !== null && seen.has(key)) {
        await round(entries)
        entries = []
        seen.clear()
      }
      if (key !== null) seen.add(key)
      entries.push({ at, number: line.number, key, bytes: line.bytes ?? Buffer.alloc(0), line: read.line, segments, mode, account: null, ids: null })
    }
    if (entries.length > 0) await round(entries)
    return { answers, over }
  }
}
