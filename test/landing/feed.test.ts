/** A supplier sends a feed to the product as `npm start` starts it, while the api process is killed. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { ClientRequest } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import type { Test } from 'tap'
import { ROOT, dataFiles } from '../../ops/config/paths.js'
import { readProcesses } from '../../ops/stack/scaling.js'
import { httpsSite } from '../support/https-site.js'
import type { Site } from '../support/https-site.js'
import { sharedStack } from '../support/shared-stack.js'
import { paste, stackEnvironment } from '../support/stack.js'
import type { Stack } from '../support/stack.js'
import { until } from '../support/until.js'

t.setTimeout(500_000)

const LINES = 600
/** How many lines are sent before the oldest of them must be answered. */
const AHEAD = 40
const KILLS = 2
const MAX_CONNECTIONS = 100

interface LineResult {
  line: number
  key: string
  status: number
  segments: Array<{ _id: number }>
}

t.test('a feed survives two kills of the api process: every line is on the itinerary once', async (t) => {
  const stack = await sharedStack()
  const { ready } = stack
  const api = httpsSite(t, ready.base_url, ready.ca_file)
  const member = { authorization: `Bearer ${ready.member_token}`, 'content-type': 'application/json' }
  const client = await addFeedApplication(t, stack.dir)
  await runReadmeBlock(t, stack, api)
  await cli(stack.dir, 'app', 'feed', client.id, '--sources', 'airline_dl')
  await cli(stack.dir, 'app', 'vouch', ready.client_id, '--sources', 'airline_dl')

  const token = await feedToken(t, stack, client)
  const account = await api.call('/v2/accounts', {
    method: 'POST',
    headers: member,
    body: JSON.stringify({ source: 'airline_dl', account_id: '2039 481 123' }),
  })
  t.equal(account.status, 201)

  const accepted = await sendWhileKilled(t, stack, token)
  t.equal(
    new Set([...accepted.values()].map((one) => one.segments[0]?._id)).size,
    LINES,
    'every line has its own id',
  )
  const total = async (): Promise<number> => {
    const answer = await api.call('/v2/segments?type=Meeting&start=2027-01-01&limit=1', { headers: member })
    return Number(answer.headers['x-total-count'])
  }
  await until('all are on the itinerary', async () => (await total()) >= LINES, 120_000)
  t.equal(await total(), LINES, 'once')
  for (const i of [0, LINES / 2, LINES - 1]) {
    const id = accepted.get(i)?.segments[0]?._id
    const segment = await api.call(`/v2/segments/${id}`, { headers: member })
    t.match(segment.json(), { activity_name: `Meeting ${i}` }, 'under the id from the answer')
  }
})

async function cli(dir: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['ops/bootstrap.mjs', 'cli', ...args], {
    cwd: ROOT,
    env: stackEnvironment(dir),
    timeout: 60_000,
  })
  return stdout
}

async function addFeedApplication(t: Test, dir: string): Promise<{ id: string; secret: string }> {
  const added = await cli(dir, 'app', 'add', '--name', 'Supplier', '--feed')
  const [, id = '', secret = ''] = /client_id +(\S+)\nclient_secret +(\S+)/.exec(added) ?? []
  t.match(await cli(dir, 'app', 'list'), new RegExp(`${id}.*feed`))
  return { id, secret }
}

/** Runs the README's feed example with the shell functions and the token of its earlier blocks. */
async function runReadmeBlock(t: Test, { dir, ready }: Stack, api: Site): Promise<void> {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const after = (mark: string): string => readme.slice(readme.indexOf(mark))
  const script = [
    /^ready \(\)[^]*?\n\n/m.exec(after('## The first request'))?.[0],
    /^app_token=[^]*?access_token"\)\n/m.exec(after('app_token='))?.[0],
    /```sh\n([^]*?)```/.exec(after('test/landing/feed.test.ts runs this'))?.[1],
  ].join('\n')
  const output = await paste(
    script
      .replaceAll('./.tripfold/ready.json', dataFiles(dir).ready)
      .replaceAll('npm run -s cli', `DATA_DIR=${dir} npm run -s cli`),
    60_000,
  )
  t.match(
    output,
    /"account_id":"7004 1234"[^]*\n?\{"line":1,"key":"PNR-1","status":202,[^\n]*\n\{"line":2,"key":"PNR-2","status":400,[^\n]*Invalid source\./,
  )
  await until('the flight is on the itinerary', async () =>
    (
      await api.call('/v2/segments?type=Air', { headers: { authorization: `Bearer ${ready.member_token}` } })
    ).text.includes('"175"'),
  )
}

async function feedToken(t: Test, { ready }: Stack, client: { id: string; secret: string }): Promise<string> {
  const answer = await httpsSite(t, ready.auth_url, ready.ca_file).post('/oauth/token', {
    grant_type: 'client_credentials',
    client_id: client.id,
    client_secret: client.secret,
  })
  return String(answer.json()['access_token'])
}

/**
 * Sends all lines, reconnecting after each kill of the api process; resolves with the accepted lines by
 * number.
 */
async function sendWhileKilled(
  t: Test,
  { dir, ready }: Stack,
  token: string,
): Promise<Map<number, LineResult>> {
  const accepted = new Map<number, LineResult>()
  let kills = 0
  const killer = setInterval(() => {
    const pid = readProcesses(dir)?.processes.find((one) => one.name === 'api' && one.state === 'ready')?.pid
    if (kills < KILLS && accepted.size > ((kills + 1) * LINES) / 4 && pid != null && pid > 0) {
      kills += 1
      process.kill(pid, 'SIGKILL')
    }
  }, 50)
  t.teardown(() => {
    clearInterval(killer)
  })
  const firstMissing = (): number => {
    for (let i = 0; ; i++) if (!accepted.has(i)) return i
  }
  for (let connections = 0; firstMissing() < LINES; connections++) {
    if (connections > MAX_CONNECTIONS)
      throw new Error(`line ${firstMissing()} was not accepted on ${MAX_CONNECTIONS} connections`)
    const feed = request(`${ready.base_url}/v2/feeds/segments`, {
      method: 'POST',
      ca: readFileSync(ready.ca_file),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
    })
    await sendLines(feed, firstMissing(), (result) => {
      if (result.status === 202) accepted.set(Number(result.key.slice('line-'.length)), result)
    })
    if (firstMissing() < LINES) await new Promise((resolve) => setTimeout(resolve, 500))
  }
  t.equal(kills, KILLS)
  return accepted
}

/**
 * Sends the lines after `from`, at most AHEAD before their answers; resolves when all are answered or the
 * connection breaks.
 */
async function sendLines(
  feed: ClientRequest,
  from: number,
  onResult: (result: LineResult) => void,
): Promise<void> {
  await new Promise<void>((resolve) => {
    let next = from
    let answered = from
    const send = (): void => {
      while (next < LINES && next < answered + AHEAD) feed.write(feedLine(next++))
      if (next === LINES) feed.end()
    }
    const end = (): void => {
      resolve()
    }
    feed.once('error', end).once('close', end)
    feed.once('response', (response) => {
      let rest = ''
      response.setEncoding('utf8').on('data', (text: string) => {
        const results = (rest + text).split('\n')
        rest = results.pop() ?? ''
        for (const result of results.map((one) => JSON.parse(one) as LineResult)) {
          if (result.status >= 400 && result.status < 500 && result.status !== 409)
            throw new Error(`a line was refused: ${JSON.stringify(result)}`)
          onResult(result)
          answered += 1
        }
        if (next < LINES) send()
      })
      response.once('error', end)
    })
    send()
  })
}

function feedLine(i: number): string {
  return `${JSON.stringify({
    account: { source: 'airline_dl', account_id: '2039481123' },
    key: `line-${i}`,
    segments: [
      {
        type: 'Meeting',
        source: 'airline_dl',
        first_name: 'ADAMRS',
        last_name: 'DEMO',
        activity_name: `Meeting ${i}`,
        start_datetime: new Date(Date.UTC(2027, 0, 1, i)).toISOString().slice(0, 16),
      },
    ],
  })}\n`
}
