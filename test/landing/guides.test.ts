/** The guides' programs and commands, run as a reader would, on the product as `npm start` starts it. */
import { execFile, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import t from 'tap'
import type { Test } from 'tap'
import { ROOT } from '../../ops/config/paths.js'
import { visitor } from '../support/auth/visitor.js'
import { receiver } from '../support/delivery/receiver.js'
import { httpsSite } from '../support/https-site.js'
import { program } from '../support/program.js'
import { sharedStack } from '../support/shared-stack.js'
import { paste, stackEnvironment } from '../support/stack.js'
import type { Stack } from '../support/stack.js'
import { until } from '../support/until.js'

t.setTimeout(300_000)

const SHELL_MS = 60_000
const guide = (name: string): string => readFileSync(join(ROOT, 'api/docs/guides', `${name}.md`), 'utf8')

/** The program that a guide asks to save, as a file. */
function saved(t: Test, name: string, which = 'runs this'): string {
  const marked = guide(name).split(`<!-- test/landing/guides.test.ts ${which} -->\n`)[1]
  const code = /^```js\n([\s\S]*?)```/.exec(marked ?? '')?.[1]
  if (code === undefined) throw new Error(`${name}.md has no program`)
  const file = join(t.testdir({}), 'program.mjs')
  writeFileSync(file, code)
  return file
}

/** Starts a program of a guide; it ends with the test. */
function run(t: Test, file: string, environment: Record<string, string>): { output: () => string } {
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  return { output: () => output }
}

async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const cli = async (stack: Stack, ...args: string[]): Promise<string> =>
  (
    await promisify(execFile)(process.execPath, [...program('ops/cli.ts'), ...args], {
      cwd: ROOT,
      env: stackEnvironment(stack.dir),
    })
  ).stdout

/** An application made on the command line: client id and secret. */
async function application(
  stack: Stack,
  redirect: string,
): Promise<{ CLIENT_ID: string; CLIENT_SECRET: string }> {
  const printed = await cli(
    stack,
    'app',
    'add',
    '--name',
    'Guide reader',
    '--redirect',
    redirect,
    '--environment',
    'development',
  )
  return {
    CLIENT_ID: /tf_[\w-]+/.exec(printed)?.[0] ?? '',
    CLIENT_SECRET: /tfs_[\w-]+/.exec(printed)?.[0] ?? '',
  }
}

const addresses = ({ ready }: Stack): Record<string, string> => ({
  TRIPFOLD: ready.base_url,
  AUTH: ready.auth_url,
  NODE_EXTRA_CA_CERTS: ready.ca_file,
})

t.test('the receiver takes genuine events once, and nothing else', async (t) => {
  const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
  const port = await unusedPort()
  const receiver = run(t, saved(t, 'reliable-webhooks'), { SIGNING_SECRET: secret, PORT: String(port) })
  const webhook = new Webhook(secret)
  const send = async (id: string, sentAt: Date, sent = '{}', signed = sent): Promise<number> => {
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
      'webhook-signature': `v1,AAAA ${webhook.sign(id, sentAt, signed)}`,
    }
    return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: sent })).status
  }
  const body = JSON.stringify({ id: 'e1', type: 'trip.updated', data: { changed_fields: ['end_datetime'] } })
  const now = new Date()
  await until('it listens', async () => (await send('e0', now, '{}', 'x').catch(() => 0)) === 401)
  t.equal(await send('e1', now, body), 204, 'the second of two signatures is right')
  t.equal(await send('e1', now, body), 204, 'a repeat is accepted')
  t.equal(await send('e1', now, body.replace('end', 'begin'), body), 401, 'another body')
  t.equal(await send('e1', new Date(now.getTime() - 3_600_000), body), 401, 'an old request')
  await until('it is handled', () => receiver.output() !== '')
  t.equal(receiver.output(), 'trip.updated e1 end_datetime\n', 'and handled once')
})

t.test('the server signs a member in and shows the trips', async (t) => {
  const stack = await sharedStack()
  const port = await unusedPort()
  const redirect = `http://localhost:${port}/callback`
  const app = await application(stack, redirect)
  const server = run(t, saved(t, 'sign-in-members'), { ...addresses(stack), ...app, PORT: String(port) })
  await until('it listens', () => server.output().includes('Open http'))
  const request = async (path: string): Promise<Response> =>
    await fetch(`http://localhost:${port}${path}`, { redirect: 'manual' })
  const start = await request('/')
  const traveller = visitor(httpsSite(t, stack.ready.auth_url, stack.ready.ca_file))
  const page = String(start.headers.get('location')).slice(stack.ready.auth_url.length)
  const signedIn = await traveller.fillAt(page, '/oauth/login', {
    email: stack.ready.member_email,
    password: stack.ready.member_password,
  })
  const consent = await traveller.get(String(signedIn.headers['location']))
  const allowed = await traveller.submit(consent, '/oauth/authenticate', { decision: 'allow' })
  const back = String(allowed.headers['location'])
  t.ok(back.startsWith(redirect))
  const foreign = back.replace(/state=[^&]+/, 'state=other')
  t.equal((await request(foreign.slice(foreign.indexOf('/callback')))).status, 400, 'another state')
  const connected = await request(back.slice(back.indexOf('/callback')))
  t.equal(connected.headers.get('location'), '/trips')
  const trips = await request('/trips')
  t.equal(trips.status, 200)
  t.type(await trips.json(), Array)
})

t.test('the assistant without a model reads, submits, explains and settles', async (t) => {
  const stack = await sharedStack()
  const port = await unusedPort()
  const app = await application(stack, `http://localhost:${port}/callback`)
  // Next to the packages that it imports.
  const file = join(ROOT, '.tap', `assistant-${port}.mjs`)
  writeFileSync(file, readFileSync(saved(t, 'assistants')))
  t.teardown(() => {
    rmSync(file)
  })
  const assistant = run(t, file, { ...addresses(stack), ...app, PORT: String(port) })
  await until('it asks to sign in', () => /Open \S+\n/.test(assistant.output()))
  const address = new URL(/Open (\S+)/.exec(assistant.output())?.[1] ?? '')
  t.equal(address.searchParams.get('resource'), `${stack.ready.base_url}/mcp`)
  const traveller = visitor(httpsSite(t, stack.ready.auth_url, stack.ready.ca_file))
  const signedIn = await traveller.fillAt(address.pathname + address.search, '/oauth/login', {
    email: stack.ready.member_email,
    password: stack.ready.member_password,
  })
  const consent = await traveller.get(String(signedIn.headers['location']))
  const allowed = await traveller.submit(consent, '/oauth/authenticate', { decision: 'allow' })
  t.equal((await fetch(String(allowed.headers['location']))).status, 200)
  await until('the conversation ends', () => assistant.output().includes('withdrawn: '))
  const date = /\d{4}-\d\d-\d\d/g
  const [printed = '', shown = ''] = [
    assistant.output(),
    /after the sign-in:\n\n```\n([\s\S]*?)```/.exec(guide('assistants'))?.[1] ?? '',
  ].map((text) => text.replaceAll(date, 'DAY').replaceAll(/on \d+ \w+|Paris, \w+ \d+/g, 'DAY'))
  t.equal(printed.slice(printed.indexOf('tools:')), shown)
})

t.test('the feed sends all lines and reports the wrong one', async (t) => {
  const stack = await sharedStack()
  const app = await application(stack, 'https://supplier.example/callback')
  await cli(stack, 'app', 'feed', app.CLIENT_ID, '--sources', 'airline_ba')
  const shown = /```json\n(\{"key"[\s\S]*?\})\n```/.exec(guide('feeds'))?.[1] ?? ''
  const line = JSON.stringify(JSON.parse(shown))
  const feed = saved(t, 'feeds')
  const file = join(dirname(feed), 'lines.ndjson')
  writeFileSync(file, `${line}\n${line.replace('PNR-1', 'PNR-2').replaceAll('"airline_ba"', '"nobody"')}\n`)
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [feed, file], {
    env: { ...process.env, ...addresses(stack), ...app },
    timeout: SHELL_MS,
  })
  t.equal(stdout, '2 lines sent\n')
  t.match(stderr, /^line 2, key PNR-2: 400 .*invalid_source/)
})

t.test('a receiver without a secret verifies with the public key', async (t) => {
  const { ready } = await sharedStack()
  const partner = await receiver(t)
  const file = saved(t, 'reliable-webhooks', 'runs this as well')
  const answer = await paste(
    [
      `export CURL_CA_BUNDLE='${ready.ca_file}'`,
      `ask() { curl -sS -H 'client_id: ${ready.client_id}' -H 'client_secret: ${ready.client_secret}' -H 'content-type: application/json' "$@"; }`,
      `ID=$(ask '${ready.base_url}/v2/callbacks' -d '{"url": "${partner.url}", "signature": "v1a"}' | node -p "JSON.parse(fs.readFileSync(0)).id")`,
      `ask -X POST "${ready.base_url}/v2/callbacks/$ID/ping"`,
    ].join('\n'),
    SHELL_MS,
  )
  t.match(JSON.parse(answer), { state: 'delivered' })
  const { headers, body } = partner.got.at(-1)!
  const ask = `const { isGenuine } = await import(process.argv[1])
    const { headers, bodies } = JSON.parse(process.argv[2])
    for (const body of bodies) console.log(await isGenuine(headers, Buffer.from(body)))`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', ask, file, JSON.stringify({ headers, bodies: [body, `${body} `] })],
    { env: { ...process.env, TRIPFOLD: ready.base_url, NODE_EXTRA_CA_CERTS: ready.ca_file } },
  )
  t.equal(stdout, 'true\nfalse\n')
})

t.test('the webhook of the guide is registered as it stands there', async (t) => {
  const stack = await sharedStack()
  const { ready } = stack
  const block = /```sh\n(APP_TOKEN=[\s\S]*?)```/.exec(guide('reliable-webhooks'))?.[1] ?? ''
  const setUp = Object.entries({
    TRIPFOLD: ready.base_url,
    CURL_CA_BUNDLE: ready.ca_file,
    CLIENT_ID: ready.client_id,
    CLIENT_SECRET: ready.client_secret,
  }).map(([name, value]) => `export ${name}='${value}'`)
  const answer = await paste([...setUp, block.replaceAll('{auth_url}', ready.auth_url)].join('\n'), SHELL_MS)
  t.match(JSON.parse(answer), { status: 'Active', filter: { moved: /gate/ }, signing_secret: /^whsec_/ })
})

t.test('the commands of the guides work in the shell of the quickstart', async (t) => {
  const stack = await sharedStack()
  const setUp = Object.entries({
    ...addresses(stack),
    CURL_CA_BUNDLE: stack.ready.ca_file,
    MEMBER_TOKEN: stack.ready.member_token,
    DAY: new Date(Date.now() + 200 * 86_400_000).toISOString().slice(0, 10),
  }).map(([name, value]) => `export ${name}='${value}'`)
  for (const name of ['quickstart', 'concepts', 'trips-from-segments', 'migrating', 'production']) {
    const blocks = [...guide(name).matchAll(/```sh\n([\s\S]*?)```/g)].map(([, code]) => code ?? '')
    const requests = blocks.filter((code) => code.includes('$MEMBER_TOKEN'))
    t.ok(requests.length > 0, name)
    for (const code of requests) {
      const answer = await paste(
        [...setUp, code.replace(/^DAY=.*\n/, '')].join('\n').replaceAll('curl "', 'curl -sS "'),
        SHELL_MS,
      )
      t.notMatch(answer, /"error"|invalid_|"status":4/, `${name}: ${code.slice(0, 80)}`)
      t.match(answer, /^\[|\{|HTTP\/1\.1 200/, name)
    }
  }
})
