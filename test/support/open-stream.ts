import type { Test } from 'tap'
import {
  connectStream,
  type NatsConnection,
  type ConnectSettings,
} from '../../workers/stream/connection/connect.js'
import { testNats } from './servers.js'

/** A connection to an account of the test's own, or to the servers at `url`; closed when the test ends. */
export async function openStream(t: Test, options: Partial<ConnectSettings> = {}): Promise<NatsConnection> {
  const nc = await connectStream({ name: 'test', ...options, url: options.url ?? (await testNats(t)).url })
  t.teardown(async () => {
    await nc.close()
  })
  return nc
}
