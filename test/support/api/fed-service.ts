/** A service behind a failing network, with what `cli feed` needs to send to it. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Test } from 'tap'
import { decodeMessage } from '../../../schemas/stream/message.js'
import { streamManager } from '../../../workers/stream/setup.js'
import { feedFlight, feedMembers, makeFeedSupplier } from './feed-client.js'
import { startIngress } from './ingress.js'
import type { Ingress } from './ingress.js'

const MEMBERS = 20

/** A proxy to the service that cuts connections after the given numbers of answer bytes, one each, and then no more. */
async function front(t: Test, ingress: Ingress) {
  const cuts: number[] = []
  let onBytes = (_sum: number): void => {}
  const server = createServer((incoming, answer) => {
    if (incoming.url === '/oauth/token') {
      void ingress.appToken('gds').then((token) => {
        answer.end(JSON.stringify({ access_token: token, expires_in: 86_400 }))
      })
      return
    }
    const headers = { ...incoming.headers, 'x-forwarded-proto': 'https' }
    const onward = request(`${ingress.url}${incoming.url}`, { method: 'POST', headers }, (response) => {
      const cutAt = cuts.shift() ?? Infinity
      let sum = 0
      answer.writeHead(response.statusCode ?? 0, response.headers)
      response.on('data', (chunk: Buffer) => {
        sum += chunk.length
        onBytes(sum)
        if (sum > cutAt) incoming.socket.destroy()
        else answer.write(chunk)
      })
      response.on('end', () => answer.end()).on('error', () => answer.destroy())
    })
    onward.on('error', () => answer.destroy())
    incoming.on('close', () => {
      if (!incoming.complete) onward.destroy()
    })
    incoming.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close().closeAllConnections())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cuts,
    onBytes: (then: typeof onBytes) => {
      onBytes = then
    },
  }
}

/** A service that `cli feed` sends to, and members who let its application `gds` add segments. */
export async function startFedService(t: Test) {
  const ingress = await startIngress(t)
  await makeFeedSupplier(ingress)
  const members = await feedMembers(ingress, MEMBERS)
  const service = await front(t, ingress)
  const secret = join(t.testdir(), 'secret')
  writeFileSync(secret, 'secret of gds\n')
  const line = (i: number, more: object = {}): string =>
    JSON.stringify({
      member_id: members[i % MEMBERS],
      segments: [feedFlight({ flight_num: String(i + 1), ...more })],
    })
  const args = (...more: string[]): string[] => [
    ...['feed', ...more, '--app', 'gds', '--client-secret-file', secret, '--api', service.url],
  ]
  /** The ids under which each flight from `from` on was stored. */
  const stored = async (from: number): Promise<Map<string, Set<string>>> => {
    const { streams } = await streamManager(ingress.nats)
    const ids = new Map<string, Set<string>>()
    const { last_seq: last } = (await streams.info('SEGMENTS')).state
    const seqs = Array.from({ length: last - from }, (_, i) => from + i + 1)
    await Promise.all(
      seqs.map(async (seq) => {
        const { envelope, body } = decodeMessage((await streams.getMessage('SEGMENTS', { seq }))!.data)
        const { segments } = JSON.parse(body.toString()) as { segments: Array<{ flight_num: string }> }
        for (const [at, { flight_num: flight }] of segments.entries())
          ids.set(flight, (ids.get(flight) ?? new Set()).add(String(Number(envelope.first) + at)))
      }),
    )
    return ids
  }
  const last = async (): Promise<number> =>
    (await (await streamManager(ingress.nats)).streams.info('SEGMENTS')).state.last_seq
  return { ingress, members, service, line, args, stored, last }
}
