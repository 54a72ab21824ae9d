/** The baseline: signed undici requests, one after the other on each connection, without a log. */
import { createHmac, createSecretKey } from 'node:crypto'
import { Pool } from 'undici'
import { replyToBench, processOptions } from '../harness/bench-process.js'

export interface BaselineLoopOptions {
  origin: string
  body: string
  connections: number
}

const options = await processOptions<BaselineLoopOptions>()
const pool = new Pool(options.origin, { connections: options.connections, pipelining: 1 })
const key = createSecretKey(Buffer.alloc(32, 7))
const ID = '7c0f2a52-6a53-5c0e-9a3e-1f1f5d0a4b11'

async function post(): Promise<void> {
  const timestamp = String(Math.floor(Date.now() / 1_000))
  const signature = createHmac('sha256', key).update(`${ID}.${timestamp}.${options.body}`).digest('base64')
  const bodySignature = createHmac('sha256', key).update(options.body).digest('hex')
  const { body } = await pool.request({
    path: '/baseline',
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Tripfold-Webhooks/1',
      'tripfold-event-type': 'trip.updated',
      'webhook-id': ID,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
      'x-signature': bodySignature,
    },
    body: options.body,
  })
  await body.dump()
}

replyToBench({})
process.on('message', ({ count }: { count: number }) => {
  let remaining = count
  const sendNext = async (): Promise<void> => {
    while (remaining > 0) {
      remaining -= 1
      await post()
    }
  }
  void Promise.all(Array.from({ length: options.connections }, sendNext)).then(() => {
    replyToBench({ count })
  })
})
process.once('SIGTERM', () => process.exit(0))
