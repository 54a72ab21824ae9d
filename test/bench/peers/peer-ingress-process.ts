/** The baseline's ingress with a job queue in place of the stream. */
import { encodeMessage } from '../../../schemas/stream/message.js'
import { idGenerator } from '../../../schemas/base/ids.js'
import { acceptBatches } from '../baseline/batch-endpoint.js'
import { baselineServer, listenOnFreePort } from '../baseline/server.js'
import type { BaselineServerOptions } from '../baseline/server.js'
import { replyToBench, processOptions } from '../harness/bench-process.js'
import { openPeerQueue } from './open-peer-queue.js'
import type { PeerName } from './peer-queue.js'

export interface PeerIngressOptions extends BaselineServerOptions {
  peer: PeerName
  database: string
}

const SLOT = 62

const options = await processOptions<PeerIngressOptions>()
const queue = await openPeerQueue(options.peer, options.database)
const app = baselineServer(options)
acceptBatches(app, options.jwks, idGenerator(SLOT, Date.now), async (member, envelope, body) => {
  await queue.enqueue({ member, message: Buffer.from(encodeMessage(envelope, body)).toString('utf8') })
})
replyToBench({ port: await listenOnFreePort(app) })
