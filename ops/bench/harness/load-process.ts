/** The load generator's process: prebuilt requests over keep-alive sockets, as little work per request as can be. */
import { connect as connectPlain } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { LoadResult, LoadRun, LoadTarget } from './load.js'
import { quantile } from './statistics.js'
import { replyToBench, processOptions } from './bench-process.js'

const target = await processOptions<LoadTarget>()
const requests = target.requests.map((request) => {
  const body = Buffer.from(request.body ?? '')
  const headers = {
    host: `localhost:${target.port}`,
    ...request.headers,
    ...(request.body === undefined ? {} : { 'content-length': String(body.length) }),
  }
  const head = `${request.method} ${request.path} HTTP/1.1\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`
  return Buffer.concat([Buffer.from(head), body])
})

const YEARS_ON = 2
const LOCATOR = /"confirmation_no":"/g
/** What a locator may begin with, 0 and 1 aside: they are taken for O and I. */
const BEGINNINGS = Buffer.from('23456789ABCDEFGHIJKLMNOPQRSTUVWXYZ')
const YEAR = /\b20\d\d(?=-\d\d-\d\d)/g
const marks =
  target.renew === true
    ? requests.map((bytes) => {
        const text = bytes.toString('latin1')
        return { years: starts(text, YEAR), locators: ends(text, LOCATOR) }
      })
    : []

function starts(text: string, pattern: RegExp): number[] {
  return [...text.matchAll(pattern)].map((match) => match.index)
}
function ends(text: string, pattern: RegExp): number[] {
  return [...text.matchAll(pattern)].map((match) => match.index + match[0].length)
}

/** Makes a request one that was never sent, in place: digits and letters change, the length does not. */
function renew(index: number): void {
  const bytes = requests[index]
  const mark = marks[index]
  if (bytes === undefined || mark === undefined) return
  for (const at of mark.years)
    bytes.write(
      String(((Number(bytes.toString('latin1', at, at + 4)) - 2026 + YEARS_ON) % 70) + 2026),
      at,
      'latin1',
    )
  for (const at of mark.locators)
    bytes[at] = BEGINNINGS[(BEGINNINGS.indexOf(bytes[at] ?? 0) + 1) % BEGINNINGS.length] ?? 0
}

interface Wire {
  socket: Socket
  meant: number
  busy: boolean
  rest: Buffer | null
}

let statuses: Record<string, number> = {}
let latencies: number[] = []
let cursor = 0
let running = false
let open = false
let window = Infinity
let sent = 0
let done = 0
let backlog: number[] = []
let idle: Wire[] = []

function dial(): Promise<Wire> {
  return new Promise((resolve, reject) => {
    const options = { port: target.port, host: '127.0.0.1' }
    const socket =
      target.ca === null
        ? connectPlain(options)
        : connectTls({ ...options, ca: target.ca, servername: 'localhost' })
    socket.setNoDelay(true)
    const wire: Wire = { socket, meant: 0, busy: false, rest: null }
    socket.once(target.ca === null ? 'connect' : 'secureConnect', () => {
      socket.off('error', reject)
      socket.on('error', () => {
        lost(wire)
      })
      socket.on('close', () => {
        lost(wire)
      })
      resolve(wire)
    })
    socket.once('error', reject)
    socket.on('data', (chunk: Buffer) => {
      read(wire, chunk)
    })
  })
}

/** A connection that breaks is counted once and replaced, so that the number of connections stays what was asked for. */
function lost(wire: Wire): void {
  wire.socket.removeAllListeners('close').destroy()
  idle = idle.filter((other) => other !== wire)
  if (wire.busy) statuses[0] = (statuses[0] ?? 0) + 1
  wire.busy = false
  void dial().then(release, () => {
    statuses[0] = (statuses[0] ?? 0) + 1
  })
}

function read(wire: Wire, chunk: Buffer): void {
  const bytes = wire.rest === null ? chunk : Buffer.concat([wire.rest, chunk])
  const end = answerEnd(bytes)
  if (end < 0) {
    wire.rest = bytes
    return
  }
  wire.rest = null
  wire.busy = false
  if (running) {
    const status = bytes.toString('latin1', 9, 12)
    statuses[status] = (statuses[status] ?? 0) + 1
    latencies.push(performance.now() - wire.meant)
  }
  release(wire)
}

/** Where the one answer in the buffer ends, or -1 while it is not all there. */
function answerEnd(bytes: Buffer): number {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return -1
  const head = bytes.toString('latin1', 0, headEnd).toLowerCase()
  const at = head.indexOf('\r\ncontent-length:')
  if (at >= 0) {
    const end = headEnd + 4 + Number.parseInt(head.slice(at + 17), 10)
    return bytes.length >= end ? end : -1
  }
  if (!head.includes('\r\ntransfer-encoding:')) return headEnd + 4
  return bytes.subarray(-5).toString('latin1') === '0\r\n\r\n' ? bytes.length : -1
}

function release(wire: Wire): void {
  const meant = backlog.shift()
  if (meant !== undefined) send(wire, meant)
  else {
    idle.push(wire)
    pump()
  }
}

/** Closed loop: every free connection sends, as long as the window has room. */
function pump(): void {
  while (running && !open && sent - done < window) {
    const wire = idle.pop()
    if (wire === undefined) return
    send(wire, performance.now())
  }
}

function send(wire: Wire, meant: number): void {
  wire.meant = meant
  wire.busy = true
  const index = cursor++ % requests.length
  if (cursor > requests.length && target.renew === true) renew(index)
  sent++
  wire.socket.write(requests[index] ?? '')
}

async function run(order: LoadRun): Promise<LoadResult> {
  statuses = {}
  latencies = []
  backlog = []
  open = (order.rate ?? 0) > 0
  window = order.window ?? Infinity
  sent = 0
  done = 0
  running = true
  const cpu = process.cpuUsage()
  const started = performance.now()
  if (open) await arrivals(order.rate ?? 0, order.seconds)
  else {
    pump()
    await new Promise((resolve) => setTimeout(resolve, order.seconds * 1000))
  }
  running = false
  const seconds = (performance.now() - started) / 1000
  const spent = process.cpuUsage(cpu)
  const unanswered = target.connections - idle.length + backlog.length
  backlog = []
  const count = latencies.length
  return {
    seconds,
    requests: count,
    statuses,
    perSecond: count / seconds,
    unanswered,
    p50: quantile(latencies, 0.5),
    p90: quantile(latencies, 0.9),
    p99: quantile(latencies, 0.99),
    clientMicros: (spent.user + spent.system) / Math.max(1, count),
  }
}

/** Lets requests arrive at random instants, `rate` a second on average; those that find no free connection queue up. */
async function arrivals(rate: number, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000
  let next = performance.now()
  while (performance.now() < end) {
    while (next <= performance.now()) {
      const wire = idle.pop()
      if (wire === undefined) backlog.push(next)
      else send(wire, next)
      next += (-Math.log(1 - Math.random()) * 1000) / rate
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

idle = await Promise.all(Array.from({ length: target.connections }, dial))
process.on('message', (word: LoadRun | { done: number }) => {
  if ('done' in word) {
    done = word.done
    pump()
  } else void run(word).then(replyToBench)
})
replyToBench({ up: true })
