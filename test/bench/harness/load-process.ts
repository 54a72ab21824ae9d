/**
 * The process of the load generator: prebuilt requests over keep-alive sockets, with as little work as
 * possible.
 */
import { connect as connectPlain } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { LoadResult, LoadRun, LoadTarget } from './load.js'
import { SendOrder } from './send-order.js'
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

const { passes } = target
const memberOf = new Map(passes?.[0]?.map((token, member) => [token, member]))
/** Of each request: the member's number in its pass, and the bytes around the token. */
const parts = requests.map((bytes) => {
  const [, token = ''] = /\r\nauthorization: Bearer (\S+)\r\n/.exec(bytes.toString('latin1')) ?? []
  const at = bytes.indexOf(token)
  return {
    member: memberOf.get(token),
    before: bytes.subarray(0, at),
    after: bytes.subarray(at + token.length),
  }
})

/** Makes a request that of the member of another pass. */
function renew(index: number, pass: number): void {
  const { member = -1, before, after } = parts[index]!
  const token = passes?.[pass]?.[member]
  if (token === undefined) throw new Error(`there are no members for pass ${pass}`)
  requests[index] = Buffer.concat([before, Buffer.from(token), after])
}

interface Connection {
  socket: Socket
  intendedAt: number
  busy: boolean
  rest: Buffer | null
}

let statuses: Record<string, number> = {}
let latencies: number[] = []
const order = new SendOrder()
let resends = 0
let isRunning = false
let isOpenLoop = false
let window = Infinity
let sent = 0
let done = 0
let backlog: number[] = []
let idle: Connection[] = []

function dial(): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const options = { port: target.port, host: '127.0.0.1' }
    const socket =
      target.ca === null
        ? connectPlain(options)
        : connectTls({ ...options, ca: target.ca, servername: 'localhost' })
    socket.setNoDelay(true)
    const connection: Connection = { socket, intendedAt: 0, busy: false, rest: null }
    socket.once(target.ca === null ? 'connect' : 'secureConnect', () => {
      socket.off('error', reject)
      socket.on('error', () => {
        onLost(connection)
      })
      socket.on('close', () => {
        onLost(connection)
      })
      resolve(connection)
    })
    socket.once('error', reject)
    socket.on('data', (chunk: Buffer) => {
      read(connection, chunk)
    })
  })
}

/** Counts a broken connection once and replaces it, so that the number of connections stays the same. */
function onLost(connection: Connection): void {
  connection.socket.removeAllListeners('close').destroy()
  idle = idle.filter((other) => other !== connection)
  if (connection.busy) statuses[0] = (statuses[0] ?? 0) + 1
  connection.busy = false
  void dial().then(release, () => {
    statuses[0] = (statuses[0] ?? 0) + 1
  })
}

function read(connection: Connection, chunk: Buffer): void {
  const bytes = connection.rest === null ? chunk : Buffer.concat([connection.rest, chunk])
  const end = answerEnd(bytes)
  if (end < 0) {
    connection.rest = bytes
    return
  }
  connection.rest = null
  connection.busy = false
  if (isRunning) {
    const status = bytes.toString('latin1', 9, 12)
    statuses[status] = (statuses[status] ?? 0) + 1
    latencies.push(performance.now() - connection.intendedAt)
  }
  release(connection)
}

/** The end of the answer in the buffer, or -1 while it is incomplete. */
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

function release(connection: Connection): void {
  const intendedAt = backlog.shift()
  if (intendedAt !== undefined) send(connection, intendedAt)
  else {
    idle.push(connection)
    pump()
  }
}

/** Closed loop: every idle connection sends while the window allows it. */
function pump(): void {
  while (isRunning && !isOpenLoop && sent - done < window) {
    const connection = idle.pop()
    if (connection === undefined) return
    send(connection, performance.now())
  }
}

function send(connection: Connection, intendedAt: number): void {
  connection.intendedAt = intendedAt
  connection.busy = true
  const { nth, again } = order.next(resends)
  const index = nth % requests.length
  const pass = Math.floor(nth / requests.length)
  if (pass > 0 && !again && passes !== undefined) renew(index, pass)
  sent++
  connection.socket.write(requests[index] ?? '')
}

async function run(request: LoadRun): Promise<LoadResult> {
  statuses = {}
  latencies = []
  backlog = []
  isOpenLoop = (request.rate ?? 0) > 0
  window = request.window ?? Infinity
  resends = request.resends ?? 0
  sent = 0
  done = 0
  isRunning = true
  const cpu = process.cpuUsage()
  const started = performance.now()
  if (isOpenLoop) await arrivals(request.rate ?? 0, request.seconds)
  else {
    pump()
    await new Promise((resolve) => setTimeout(resolve, request.seconds * 1000))
  }
  isRunning = false
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

/**
 * Open loop: requests arrive at random, `rate` a second on average, and queue up if no connection is idle.
 */
async function arrivals(rate: number, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000
  let next = performance.now()
  while (performance.now() < end) {
    while (next <= performance.now()) {
      const connection = idle.pop()
      if (connection === undefined) backlog.push(next)
      else send(connection, next)
      next += (-Math.log(1 - Math.random()) * 1000) / rate
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
}

idle = await Promise.all(Array.from({ length: target.connections }, dial))
process.on('message', (message: LoadRun | { done: number }) => {
  if ('done' in message) {
    done = message.done
    pump()
  } else void run(message).then(replyToBench)
})
replyToBench({ up: true })
