/** The process that sends feeds: prepared lines as fast as the service accepts them; counts every answer. */
import type { ClientRequest } from 'node:http'
import { request } from 'node:https'
import { replyToBench, processOptions } from './bench-process.js'

export interface FeedTarget {
  port: number
  ca: string
  token: string
  /** Number of feeds at the same time. */
  feeds: number
  lines: string[]
}

export interface FeedRun {
  seconds: number
  /** Lines a second on one connection, spread evenly over bursts of that many a second; not set: as fast as they are taken. */
  paced?: { rate: number; bursts: number }
}
export interface FeedRunResult {
  answered: number
  seconds: number
  /** Milliseconds from when each line was due to its answer; empty if it was not paced. */
  latencies: number[]
}

const ACCEPTED = '"status":202'
const LINES_PER_WRITE = 50

const target = await processOptions<FeedTarget>()
const chunks = Array.from({ length: Math.ceil(target.lines.length / LINES_PER_WRITE) }, (_, i) =>
  Buffer.from(target.lines.slice(i * LINES_PER_WRITE, (i + 1) * LINES_PER_WRITE).join('')),
)

/** Writes to a feed until it is over. */
type Writer = (feed: ClientRequest) => void

/** Sends one feed. Resolves when it is over; rejects on an answer other than 202. @param onAnswers gets their numbers */
async function feed(write: Writer, onAnswers: (count: number) => void): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const feedRequest = request({
      host: '127.0.0.1',
      servername: 'localhost',
      port: target.port,
      ca: target.ca,
      method: 'POST',
      path: '/v2/feeds/segments',
      headers: { authorization: `Bearer ${target.token}`, 'content-type': 'application/x-ndjson' },
    })
    feedRequest.once('error', reject)
    let incomplete = ''
    feedRequest.once('response', (response) => {
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        const answers = (incomplete + text).split('\n')
        incomplete = answers.pop() ?? ''
        const unexpected = answers.find((one) => !one.includes(ACCEPTED))
        if (unexpected !== undefined) reject(new Error(`a line was answered with ${unexpected}`))
        onAnswers(answers.length)
      })
      response.once('end', () => {
        resolve()
      })
      response.once('error', reject)
    })
    write(feedRequest)
  })
}

/** As fast as the service takes them. */
function eager(seconds: number, from: number): Writer {
  return (request) => {
    const end = performance.now() + seconds * 1_000
    let at = from
    const writeAll = (): void => {
      while (performance.now() < end)
        if (!request.write(chunks[at++ % chunks.length])) {
          request.once('drain', writeAll)
          return
        }
      request.end()
    }
    writeAll()
  }
}

/** Whether the service takes them or not. @param due gets the time at which each line was to be sent */
function paced({ rate, bursts }: NonNullable<FeedRun['paced']>, seconds: number, due: number[]): Writer {
  return (request) => {
    const began = performance.now()
    const size = rate / bursts
    let sent = 0
    const timer = setInterval(() => {
      const now = performance.now()
      for (; sent < seconds * bursts && began + (sent * 1_000) / bursts <= now; sent += 1) {
        const lines = Array.from(
          { length: size },
          (_, i) => target.lines[(sent * size + i) % target.lines.length]!,
        )
        due.push(...lines.map(() => began + (sent * 1_000) / bursts))
        request.write(lines.join(''))
      }
      if (sent < seconds * bursts) return
      clearInterval(timer)
      request.end()
    }, 1)
  }
}

async function run({ seconds, paced: pace }: FeedRun): Promise<FeedRunResult> {
  const startedAt = performance.now()
  let answered = 0
  const due: number[] = []
  const latencies: number[] = []
  const onAnswers = (count: number): void => {
    const now = performance.now()
    for (const at of due.slice(answered, answered + count)) latencies.push(now - at)
    answered += count
  }
  await Promise.all(
    Array.from({ length: pace === undefined ? target.feeds : 1 }, async (_, i) => {
      await feed(pace === undefined ? eager(seconds, i * 17) : paced(pace, seconds, due), onAnswers)
    }),
  )
  return { answered, seconds: (performance.now() - startedAt) / 1_000, latencies }
}

process.on('message', (message: FeedRun) => {
  void run(message).then(replyToBench)
})
replyToBench({ up: true })
