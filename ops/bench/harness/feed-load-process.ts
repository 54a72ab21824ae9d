/** The sender of feeds, in a process of its own: lines made before, as fast as the service takes them, and every answer counted. */
import { request } from 'node:https'
import { replyToBench, processOptions } from './bench-process.js'

export interface FeedTarget {
  port: number
  ca: string
  token: string
  /** Feeds at once. */
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
const LINES_A_WRITE = 50

const target = await processOptions<FeedTarget>()
const pieces = Array.from({ length: Math.ceil(target.lines.length / LINES_A_WRITE) }, (_, i) =>
  Buffer.from(target.lines.slice(i * LINES_A_WRITE, (i + 1) * LINES_A_WRITE).join('')),
)

/** One feed for so long; how many lines were accepted. Throws on any other answer. */
async function feed(seconds: number, from: number): Promise<number> {
  return await new Promise((resolve, reject) => {
    const sent = request({
      host: '127.0.0.1',
      servername: 'localhost',
      port: target.port,
      ca: target.ca,
      method: 'POST',
      path: '/v2/feeds/segments',
      headers: { authorization: `Bearer ${target.token}`, 'content-type': 'application/x-ndjson' },
    })
    sent.once('error', reject)
    let accepted = 0
    let rest = ''
    sent.once('response', (response) => {
      response.setEncoding('utf8')
      response.on('data', (text: string) => {
        const answers = (rest + text).split('\n')
        rest = answers.pop() ?? ''
        const wrong = answers.find((one) => !one.includes(ACCEPTED))
        if (wrong !== undefined) reject(new Error(`a line was answered ${wrong}`))
        accepted += answers.length
      })
      response.once('end', () => {
        resolve(accepted)
      })
      response.once('error', reject)
    })
    const end = performance.now() + seconds * 1_000
    let at = from
    const pump = (): void => {
      while (performance.now() < end)
        if (!sent.write(pieces[at++ % pieces.length])) {
          sent.once('drain', pump)
          return
        }
      sent.end()
    }
    pump()
  })
}

process.on('message', ({ seconds }: FeedRun) => {
  const began = performance.now()
  void Promise.all(Array.from({ length: target.feeds }, async (_, i) => await feed(seconds, i * 17))).then(
    (counts) => {
      replyToBench({
        answered: counts.reduce((sum, count) => sum + count, 0),
        seconds: (performance.now() - began) / 1_000,
      } satisfies FeedRunResult)
    },
  )
})
replyToBench({ up: true })
