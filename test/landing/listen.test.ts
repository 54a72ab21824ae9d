import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import t from 'tap'
import { ROOT } from '../../ops/config/paths.js'
import { program } from '../support/program.js'
import { sharedStack } from '../support/shared-stack.js'
import { firstTripCommands, paste, stackEnvironment } from '../support/stack.js'
import { until } from '../support/until.js'

t.setTimeout(300_000)

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

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
  const args = [...program('ops/cli.ts'), 'listen', String(port), '--secret', SECRET]
  const cli = spawn(process.execPath, [...args, '--types', 'batch.processed,trip.created,trip.updated'], {
    cwd: ROOT,
    env: stackEnvironment(stack.dir),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => cli.kill('SIGKILL'))
  let output = ''
  cli.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  await until('the command listens', () => output.includes('go to http'), 30_000)
  const day = new Date(Date.now() + 300 * 86_400_000).toISOString().slice(0, 10)
  const segment = {
    type: 'Hotel',
    source: 'manual',
    hotel_name: 'Grand Hotel',
    city_name: 'Oslo',
    country: 'NO',
    checkin_date: day,
    checkout_date: new Date(Date.now() + 302 * 86_400_000).toISOString().slice(0, 10),
    confirmation_no: 'LISTEN1',
  }
  const { post } = firstTripCommands(stack)
  await paste(post.replace(/-d @\S+/, `-d '${JSON.stringify({ segments: [segment] })}'`))
  await until('both events are forwarded', () => output.split('\n').length > 4, 30_000)
  t.same(received.sort(), ['batch.processed', 'trip.created'], 'the types that were asked for, each once')
  t.match(output, / {2}500 {2}\d+ ms\n/, 'what the receiver answers is shown, and the next event still comes')
  t.match(output, / {2}204 {2}\d+ ms\n/)
  cli.kill('SIGINT')
  t.same(await once(cli, 'exit'), [0, null])
})
