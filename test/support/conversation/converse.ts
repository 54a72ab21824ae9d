/** Holds a conversation (read-conversations.ts) with a service. */
import type { HttpAnswer } from '../api/request.js'
import { until } from '../until.js'
import { differencesOf, isAsText } from './differences.js'
import { filledText, filledValue } from './names.js'
import type { Names } from './names.js'
import type { Conversation } from './read-conversations.js'

export interface SentRequest {
  method: string
  path: string
  headers: Record<string, string>
  /** JSON, unless it is a text that is sent as it is. */
  body?: unknown
}

/** Who answers: an API, or a site. */
export interface Service {
  /** Forgets who has asked in an earlier conversation. */
  begin: () => void
  /** Makes the one who asks, at the first request, and sets what its name stands for. */
  introduce: (name: string, names: Names) => Promise<void>
  send: (who: string, request: SentRequest, names: Names) => Promise<HttpAnswer>
  /** Runs a statement; returns its rows. */
  sql: (statement: string) => Promise<unknown>
}

interface Talk {
  service: Service
  names: Names
  /** Who has asked. */
  known: Set<string>
  /** Sends the last request again. */
  ask: () => Promise<HttpAnswer>
  answer: HttpAnswer | null
}

const REQUEST = /^([@$]?[a-z][\w@-]*) (GET|POST|PUT|PATCH|DELETE|HEAD|FEED|FILL|SUBMIT) (\S+)(.*)$/s
const ANSWER = /^(?:~(\d*))?> ?(\d{3}(?:,\d{3})*)?(.*)$/s
const HEADER = /^\s*\(([\w-]+): ([^)]*)\)/
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** Everything that is answered otherwise than the case says. */
export async function converse(service: Service, { lines }: Conversation): Promise<string[]> {
  const talk: Talk = { service, names: new Map(), known: new Set(), ask: noRequest, answer: null }
  service.begin()
  const faults: string[] = []
  let request = ''
  for (const line of lines) {
    if (REQUEST.test(line)) request = line
    const found = await hold(talk, line).catch((error: unknown) => [String(error).slice(0, 1_000)])
    faults.push(...found.map((fault) => `${request.slice(0, 160)}\n${line.slice(0, 160)}\n${fault}`))
  }
  return faults
}

async function noRequest(): Promise<HttpAnswer> {
  throw new Error('nothing was asked')
}

async function hold(talk: Talk, line: string): Promise<string[]> {
  const { names, service } = talk
  const [, word = '', rest = ''] = /^(let|sql) (.*)$/s.exec(line) ?? []
  if (word === 'sql') {
    const json = await service.sql(filledText(rest, names))
    talk.answer = { status: 200, headers: new Headers(), text: JSON.stringify(json), json }
  }
  if (word === 'let') {
    const [, name = '', json = ''] = /^(\w+) (.*)$/s.exec(rest) ?? []
    names.set(name, filledValue(JSON.parse(json), names))
  }
  if (word !== '') return []
  const [, asks] = REQUEST.exec(line) ?? []
  if (asks === undefined) return await compare(talk, line)
  const who = filledText(asks, names)
  const [name = ''] = who.split('@')
  if (name !== '' && !talk.known.has(name)) await service.introduce(name, names)
  talk.known.add(name)
  const request = requestOf(line, names)
  talk.ask = async () => await service.send(who, request, names)
  talk.answer = null
  return []
}

function requestOf(line: string, names: Names): SentRequest {
  const [, , method = '', path = '', sent = ''] = REQUEST.exec(line) ?? []
  const { headers, rest } = headersOf(sent)
  const filled = Object.fromEntries(headers.map(([name, value]) => [name, filledText(value, names)]))
  const request = { method, path: filledText(path, names), headers: filled }
  const [, form, raw] = /^(?:form (.*)|raw (.*))$/s.exec(rest) ?? []
  if (form !== undefined)
    return { ...request, headers: { ...FORM, ...filled }, body: filledText(form, names) }
  return rest === '' ? request : { ...request, body: filledValue(JSON.parse(raw ?? rest), names) }
}

/** `(name: value)` before what is sent or expected. */
function headersOf(text: string): { headers: Array<[name: string, value: string]>; rest: string } {
  const headers: Array<[string, string]> = []
  let rest = text
  for (let found = HEADER.exec(rest); found !== null; found = HEADER.exec(rest)) {
    headers.push([found[1]!, found[2]!])
    rest = rest.slice(found[0].length)
  }
  return { headers, rest: rest.trim() }
}

async function compare(talk: Talk, line: string): Promise<string[]> {
  const [answer, withinMs, status, expected = ''] = ANSWER.exec(line) ?? []
  if (answer === undefined) throw new Error(`a line that nobody understands: ${line}`)
  if (status === undefined) return differences(talk, expected)
  const answered = async (): Promise<string[]> => {
    const answers = await Promise.all(status.split(',').map(async () => await talk.ask()))
    const [first] = answers.toSorted((a, b) => a.status - b.status)
    talk.answer = first!
    const statuses = answers
      .map((one) => one.status)
      .sort()
      .join()
    const found = statuses === status ? [] : [`answered ${statuses}: ${first!.text.slice(0, 500)}`]
    return [...found, ...differences(talk, expected)]
  }
  if (withinMs === undefined) return await answered()
  await until(line, async () => (await answered()).length === 0, Number(withinMs) || undefined)
  return []
}

function differences({ names, answer }: Talk, expected: string): string[] {
  if (answer === null) throw new Error('nothing was answered')
  const { headers, rest } = headersOf(expected)
  const found = headers
    .filter(([name, value]) => !isAsText(answer.headers.get(name), filledText(value, names), names))
    .map(([name]) => `${name} is ${answer.headers.get(name)}`)
  if (rest === '') return found
  const [, not, pattern] = /^(!?)\/(.*)\/$/s.exec(rest) ?? []
  if (pattern !== undefined) {
    const match = new RegExp(filledText(pattern, names), 's').exec(answer.text)
    for (const [name, text] of Object.entries(match?.groups ?? {})) names.set(name, text)
    return (match !== null) === (not === '') ? found : [...found, `text: ${answer.text.slice(0, 500)}`]
  }
  const json: unknown = JSON.parse(/^[=$]\w+$/.test(rest) ? `"${rest}"` : rest)
  return [...found, ...differencesOf(answer.json, filledValue(json, names), names)]
}
