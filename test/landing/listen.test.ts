import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import t from 'tap'
import { ROOT } from '../../ops/config/paths.js'
import { httpsSite } from '../support/https-site.js'
import { program } from '../support/program.js'
import { sharedStack } from '../support/shared-stack.js'
import { stackEnvironment } from '../support/stack.js'
import { until } from '../support/until.js'

t.setTimeout(300_000)

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const TYPES = 'batch.processed,trip.created,trip.updated'
const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A stay of two nights. */
const stay = (locator: string, days: number) => ({
  ...{ type: 'Hotel', source: 'manual', hotel_name: 'Grand Hotel', city_name: 'Oslo', country: 'NO' },
  ...{ checkin_date: dayIn(days), checkout_date: dayIn(days + 2), confirmation_no: locator },
})

t.test('listen forwards the events of an application to a local port, signed like webhooks', async (t) => {
  const stack = await sharedStack()
  const received: string[] = []
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const event = new Webhook(SECRET).verify(body, request.headers as Record<string, string>) as {
        type: string
      }
      received.push(event.type)
      response.statusCode = received.length === 1 ? 500 : 204
      response.end()
    })
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  t.teardown(() => receiver.close())
  const { port } = receiver.address() as AddressInfo
  const options = { cwd: ROOT, env: stackEnvironment(stack.dir) }
  const command = async (...args: string[]): Promise<Record<string, string>> => {
    const words = [...program('ops/cli.ts'), ...args, '--json']
    const { stdout } = await promisify(execFile)(process.execPath, words, options)
    return JSON.parse(stdout) as Record<string, string>
  }
  // An application of its own, because its tokens are ended.
  const { client_id: client, client_secret: secret } = (await command(
    ...['app', 'add', '--name', 'Listener', '--redirect', 'https://listener.example/back'],
  )) as { client_id: string; client_secret: string }
  const site = httpsSite(t, stack.ready.base_url, stack.ready.ca_file)
  const submit = async (segment: object): Promise<void> => {
    const issued = await command('token', 'issue', client, '--member', stack.ready.member_id)
    const answer = await site.call('/v2/segments', {
      method: 'POST',
      headers: { authorization: `Bearer ${issued['access_token']}`, 'content-type': 'application/json' },
      body: JSON.stringify({ segments: [segment] }),
    })
    t.equal(answer.status, 202, answer.text)
  }
  await command('token', 'issue', client, '--member', stack.ready.member_id)
  const file = join(t.testdir({ secret }), 'secret')
  const cli = spawn(
    process.execPath,
    [
      ...[...program('ops/cli.ts'), 'listen', String(port), '--secret', SECRET, '--types', TYPES],
      ...['--client', client, '--client-secret-file', file],
    ],
    { ...options, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  t.teardown(() => cli.kill('SIGKILL'))
  let output = ''
  cli.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  await until('the command listens', () => output.includes('go to http'), 30_000)
  await submit(stay('LISTEN1', 300))
  await until('both events are forwarded', () => output.split('\n').length > 4, 30_000)
  t.same(received.sort(), ['batch.processed', 'trip.created'], 'the types that were asked for, each once')
  t.match(output, / {2}500 {2}\d+ ms\n/, 'what the receiver answers is shown, and the next event still comes')
  t.match(output, / {2}204 {2}\d+ ms\n/)

  await command('app', 'end-tokens', client)
  await submit(stay('LISTEN2', 400))
  await until('events come after the end of its token', () => output.split('\n').length > 6, 30_000)
  t.same(received.slice(2).sort(), ['batch.processed', 'trip.created'])
  cli.kill('SIGINT')
  t.same(await once(cli, 'exit'), [0, null])
})
