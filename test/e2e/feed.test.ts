/** A supplier's view, end to end, on the product as `npm start` brings it up, while the door is killed. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { ROOT, dataFiles } from '../../ops/config/paths.js'
import { readProcesses } from '../../ops/stack/scaling.js'
import { httpsSite } from '../support/https-site.js'
import { sharedStack } from '../support/shared-stack.js'
import { paste, stackEnvironment } from '../support/stack.js'
import { until } from '../support/until.js'

t.setTimeout(500_000)

const LINES = 600
/** So many are sent beyond the last answer. */
const AHEAD = 40
const CUTS = 2

interface Result {
  line: number
  key: string
  status: number
  segments: Array<{ _id: number }>
}

t.test(
  'a supplier sends a feed while the door is killed twice: every line is on the itinerary once',
  async (t) => {
    const { dir, ready } = await sharedStack()
    const cli = async (...args: string[]): Promise<string> =>
      (
        await promisify(execFile)(process.execPath, ['ops/bootstrap.mjs', 'cli', ...args], {
          cwd: ROOT,
          env: stackEnvironment(dir),
          timeout: 60_000,
        })
      ).stdout
    const made = await cli('app', 'add', '--name', 'Supplier', '--feed')
    const [, clientId = '', clientSecret = ''] = /client_id +(\S+)\nclient_secret +(\S+)/.exec(made) ?? []
    t.match(await cli('app', 'list'), new RegExp(`${clientId}.*feed`))
    const api = httpsSite(t, ready.base_url, ready.ca_file)
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
    const [functions = '', app = '', , block = ''] = [
      '## The first request',
      'app_token=',
      '',
      'test/e2e/feed.test.ts runs this',
    ].map((mark) => readme.slice(readme.indexOf(mark)))
    const words = [
      /^ready \(\)[^]*?\n\n/m.exec(functions)?.[0],
      /^app_token=[^]*?access_token"\)\n/m.exec(app)?.[0],
      /```sh\n([^]*?)```/.exec(block)?.[1],
    ].join('\n')
    const said = await paste(
      words
        .replaceAll('./.tripfold/ready.json', dataFiles(dir).ready)
        .replaceAll('npm run -s cli', `DATA_DIR=${dir} npm run -s cli`),
      60_000,
    )
    t.match(
      said,
      /"account_id":"7004 1234"[^]*\n?\{"line":1,"key":"PNR-1","status":202,[^\n]*\n\{"line":2,"key":"PNR-2","status":400,[^\n]*Invalid source\./,
    )
    await until('the flight is on the itinerary', async () =>
      (
        await api.call('/v2/segments?type=Air', {
          headers: { authorization: `Bearer ${ready.member_token}` },
        })
      ).text.includes('"175"'),
    )

    const site = httpsSite(t, ready.auth_url, ready.ca_file)
    const { access_token: token } = (
      await site.post('/oauth/token', {
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      })
    ).json()
    const member = { authorization: `Bearer ${ready.member_token}`, 'content-type': 'application/json' }
    t.equal(
      (
        await api.call('/v2/accounts', {
          method: 'POST',
          headers: member,
          body: JSON.stringify({ source: 'airline_dl', account_id: '2039 481 123' }),
        })
      ).status,
      201,
    )

    const line = (i: number): string =>
      `${JSON.stringify({
        account: { source: 'airline_dl', account_id: '2039481123' },
        key: `line-${i}`,
        segments: [
          {
            type: 'Meeting',
            source: 'airline_dl',
            activity_name: `Meeting ${i}`,
            start_datetime: new Date(Date.UTC(2027, 0, 1, i)).toISOString().slice(0, 16),
          },
        ],
      })}\n`
    const answered = new Map<number, Result>()
    /** Sends from a line on, never far ahead of the answers; ends when all is answered or the connection breaks. */
    const feed = async (from: number): Promise<void> => {
      await new Promise<void>((resolve) => {
        const sent = request(`${ready.base_url}/v2/feeds/segments`, {
          method: 'POST',
          ca: readFileSync(ready.ca_file),
          headers: { authorization: `Bearer ${String(token)}`, 'content-type': 'application/x-ndjson' },
        })
        let next = from
        let heard = from
        const pump = (): void => {
          while (next < LINES && next < heard + AHEAD) sent.write(line(next++))
          if (next === LINES) sent.end()
        }
        sent
          .once('error', () => {
            resolve()
          })
          .once('close', () => {
            resolve()
          })
        sent.once('response', (response) => {
          let rest = ''
          response.setEncoding('utf8').on('data', (text: string) => {
            const results = (rest + text).split('\n')
            rest = results.pop() ?? ''
            for (const result of results.map((one) => JSON.parse(one) as Result)) {
              if (result.status >= 400 && result.status < 500 && result.status !== 409)
                throw new Error(`a line was answered ${JSON.stringify(result)}`)
              if (result.status === 202) answered.set(Number(result.key.slice(5)), result)
              heard += 1
            }
            if (next < LINES) pump()
          })
          response.once('error', () => {
            resolve()
          })
        })
        pump()
      })
    }
    const firstMissing = (): number => {
      for (let i = 0; ; i++) if (!answered.has(i)) return i
    }

    let kills = 0
    const killer = setInterval(() => {
      const pid = readProcesses(dir)?.processes.find(
        (one) => one.name === 'api' && one.state === 'ready',
      )?.pid
      if (kills < CUTS && answered.size > ((kills + 1) * LINES) / 4 && pid != null && pid > 0) {
        kills += 1
        process.kill(pid, 'SIGKILL')
      }
    }, 50)
    t.teardown(() => {
      clearInterval(killer)
    })
    for (let tries = 0; firstMissing() < LINES; tries++) {
      if (tries > 100) throw new Error(`after a hundred tries line ${firstMissing()} is not accepted`)
      await feed(firstMissing())
      if (firstMissing() < LINES) await new Promise((resolve) => setTimeout(resolve, 500))
    }
    t.equal(kills, CUTS)
    t.equal(
      new Set([...answered.values()].map((one) => one.segments[0]?._id)).size,
      LINES,
      'each line has an id of its own',
    )

    const total = async (): Promise<number> => {
      const answer = await api.call('/v2/segments?type=Meeting&start=2027-01-01&limit=1', { headers: member })
      return Number(answer.headers['x-total-count'])
    }
    await until('all are on the itinerary', async () => (await total()) >= LINES, 120_000)
    t.equal(await total(), LINES, 'once')
    for (const i of [0, LINES / 2, LINES - 1]) {
      const {
        segments: [raw],
      } = answered.get(i) as Result & { segments: [{ _id: number }] }
      t.match(
        (await api.call(`/v2/segments/${raw._id}`, { headers: member })).json(),
        { activity_name: `Meeting ${i}` },
        'under the id that was answered',
      )
    }
  },
)
