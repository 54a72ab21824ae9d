/** The process that sends feeds: prepared lines as fast as the service accepts them; counts every answer. */
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
}
export interface FeedRunResult {
  answered: number
  seconds: number
}

const ACCEPTED = '"status":202'
const LINES_PER_WRITE = 50

const target = await processOptions<FeedTarget>()
const chunks = Array.from({ length: Math.ceil(target.lines.length / LINES_PER_WRITE) }, (_, i) =>
  Buffer.from(target.lines.slice(i * LINES_PER_WRITE, (i + 1) * LINES_PER_WRITE).join('')),
)

/** Sends one feed for some seconds and returns the number of accepted lines. Rejects on any other answer. */
async function feed(seconds: number, from: number): Promise<number> {
  return await new Promise((resolve, reject) => {
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
    let accepted = 0
    let incomplete = ''
    feedRequest.once('response', (response) => {
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        const answers = (incomplete + text).split('\n')
        incomplete = answers.pop() ?? ''
        const unexpected = answers.find((one) => !one.includes(ACCEPTED))
        if (unexpected !== undefined) reject(new Error(`a line was answered with ${unexpected}`))
        accepted += answers.length
      })
      response.once('end', () => {
        resolve(accepted)
      })
      response.once('error', reject)
    })
    const end = performance.now() + seconds * 1_000
    let at = from
    const writeAll = (): void => {
      while (performance.now() < end)
        if (!feedRequest.write(chunks[at++ % chunks.length])) {
          feedRequest.once('drain', writeAll)
          return
        }
      feedRequest.end()
    }
    writeAll()
  })
}

process.on('message', ({ seconds }: FeedRun) => {
  const startedAt = performance.now()
  void Promise.all(Array.from({ length: target.feeds }, async (_, i) => await feed(seconds, i * 17))).then(
    (counts) => {
      replyToBench({
        answered: counts.reduce((sum, count) => sum + count, 0),
        seconds: (performance.now() - startedAt) / 1_000,
      } satisfies FeedRunResult)
    },
  )
})
replyToBench({ up: true })
