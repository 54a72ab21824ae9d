/** The baseline of the ingress: one durable publish of each body. */
import { connectStream } from '../../../workers/stream/connection/connect.js'
import { encodeMessage } from '../../../schemas/stream/message.js'
import { idGenerator } from '../../../schemas/base/ids.js'
import { replyToBench, processOptions } from '../harness/bench-process.js'
import { acceptBatches } from './batch-endpoint.js'
import { baselinePublisher } from './publish.js'
import { baselineServer, listenOnFreePort } from './server.js'
import type { BaselineServerOptions } from './server.js'

export interface BaselineIngressOptions extends BaselineServerOptions {
  nats: string
}

const SLOT = 63

const options = await processOptions<BaselineIngressOptions>()
const nc = await connectStream({ url: options.nats, name: 'baseline ingress' })
const publish = baselinePublisher(nc)
const app = baselineServer(options)
acceptBatches(app, options.jwks, idGenerator(SLOT, Date.now), async (member, envelope, body) => {
  await publish(`baseline.${member}`, encodeMessage(envelope, body))
})
replyToBench({ port: await listenOnFreePort(app) })
