import t from 'tap'
import { createHmac } from 'node:crypto'
import { Webhook as Standard } from 'standardwebhooks'
import { Webhook as Svix } from 'svix'
import { receiver, status } from '../../support/delivery/receiver.js'
import type { Reply } from '../../support/delivery/receiver.js'
import { until } from '../../support/until.js'
import { FAST } from '../../support/delivery/test-worker.js'
import { webhookStack } from '../../support/delivery/webhooks.js'

t.test('what an endpoint may answer', async (t) => {
  const stack = await webhookStack(t)
  await stack.worker()
  let made = 0
  /** A separate partner with one event in delivery, and its attempts. */
  const partner = async (reply: Reply, more: { timeoutMs?: number; path?: string } = {}) => {
    made += 1
    const client = `partner ${made}`
    const member = String(100 + made)
    const endpoint = await receiver(t)
    endpoint.reply(reply)
    await stack.member(member, client)
    const { id, secret } = await stack.callback({
      url: `${endpoint.url}${more.path ?? ''}`,
      client,
      credentials: 'us:pa ss',
      timeoutMs: more.timeoutMs ?? 1_000,
    })
    const [event] = await stack.emit([member], 'trip.created')
    const attempts = async (
      least: number,
    ): Promise<
      Array<{
        state: string
        status: number | null
        error: string | null
        ms: number
        answer: string | null
        gap: number | null
      }>
    > =>
      await until(`${least} attempts`, async () => {
        const { rows } = await stack.database.pool.query(
          `
          select state, status::int, error, ms, answer, extract(epoch from at - lag(at) over (order by at))::float8 * 1000 as gap
          from attempt where callback_id = $1 order by at`,
          [id],
        )
        return rows.length >= least ? rows : null
      })
    return { ...endpoint, id, secret, event, attempts, member, client }
  }

  await t.test('200: delivered once, signed for both libraries', async (t) => {
    const one = await partner(status(200), { path: '?tenant=7' })
    t.match(await one.attempts(1), [{ state: 'delivered', status: 200 }])
    const [got] = one.got
    const headers = got?.headers as Record<string, string>
    t.match(got, { method: 'POST', path: '/hook?tenant=7' })
    t.match(headers, {
      'webhook-id': one.event?.id,
      'tripfold-event-type': 'trip.created',
      'user-agent': 'Tripfold-Webhooks/1',
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from('us:pa ss').toString('base64')}`,
    })
    t.equal(
      headers['x-signature'],
      createHmac('sha256', one.secret)
        .update(got?.body ?? '')
        .digest('hex'),
    )
    t.same(new Standard(one.secret).verify(got?.body ?? '', headers), got?.event)
    t.same(new Svix(one.secret).verify(got?.body ?? '', headers), got?.event)
    t.equal(one.got.length, 1)
  })

  await t.test(
    '500, then 503, then 200: the same id three times, with the waits of the retry schedule',
    async (t) => {
      const answers = [status(500), status(503), status(200)]
      const one = await partner((got, response) => {
        void answers.shift()?.(got, response)
      })
      const attempts = await one.attempts(3)
      t.match(attempts, [
        { state: 'retrying', status: 500 },
        { state: 'retrying', status: 503 },
        { state: 'delivered', status: 200 },
      ])
      t.same(new Set(one.ids()), new Set([one.event?.id]))
      t.ok((attempts[1]?.gap ?? 0) >= 40 * 0.8, 'not before the first wait')
      t.ok((attempts[2]?.gap ?? 0) >= 60 * 0.8, 'nor the second')
    },
  )

  await t.test('410: the callback is disabled, and its owner notified at another callback', async (t) => {
    const other = await receiver(t)
    const one = await partner(status(410))
    await stack.callback({ url: other.url, client: one.client })
    t.match(await one.attempts(1), [{ state: 'gone', status: 410 }])
    const notice = await until('the notice', () =>
      other.got.find((got) => got.event.type === 'callback.disabled'),
    )
    t.match(JSON.parse(notice.body), {
      member_id: null,
      sequence: null,
      resource_id: one.id,
      data: { object: { id: one.id, status: 'Disabled', disabled_reason: 'gone' } },
    })
    await stack.emit([one.member])
    await until(
      'the skip',
      async () => (await stack.count('delivery', `callback_id = ${one.id} and due_at is null`)) === 1,
    )
    t.equal(one.got.length, 1)
  })

  await t.test('directives apply to any response', async (t) => {
    const abort = await partner(status(500, { 'webhook-delivery': 'abort-message' }))
    t.match(await abort.attempts(1), [{ state: 'aborted' }])
    t.equal(await stack.count('callback', `id = ${abort.id} and status = 'Active'`), 1)
    const disable = await partner(status(200, { 'Webhook-Delivery': 'disable' }))
    t.match(await disable.attempts(1), [{ state: 'delivered' }])
    await until(
      'disabling',
      async () =>
        (await stack.count(
          'callback',
          `id = ${disable.id} and status = 'Disabled' and disabled_reason = 'requested'`,
        )) === 1,
    )
  })

  await t.test('a redirect is a failure and is not followed', async (t) => {
    const target = await receiver(t)
    const one = await partner(status(302, { location: target.url }))
    t.match(await one.attempts(2), [{ state: 'retrying', status: 302 }, {}])
    const metadata = await partner(status(307, { location: 'http://169.254.169.254/latest/meta-data/' }))
    t.match(await metadata.attempts(2), [{ state: 'retrying', status: 307, answer: null }, {}])
    t.equal(target.got.length, 0)
  })

  await t.test('Retry-After is waited for', async (t) => {
    const asked = await partner(status(503, { 'retry-after': '1' }))
    t.ok(((await asked.attempts(2))[1]?.gap ?? 0) >= 1_000)
  })

  await t.test('silence: a timeout', async (t) => {
    const one = await partner(() => undefined, { timeoutMs: 200 })
    const attempts = await one.attempts(2)
    t.match(attempts[0], { state: 'retrying', status: null, error: 'timeout' })
    t.ok((attempts[1]?.gap ?? 0) >= FAST.throttleWait)
    const [first] = attempts
    t.ok((first?.ms ?? 0) >= 190 && (first?.ms ?? 9_999) < 900, `${first?.ms} ms`)
  })

  await t.test('slow headers time out; a slow body changes nothing', async (t) => {
    const slow = await partner(
      (_got, response) => {
        const { socket } = response
        socket?.write('HTTP/1.1 200 OK\r\n')
        let n = 0
        const timer = setInterval(() => {
          socket?.write(`x-${(n += 1)}: 1\r\n`)
        }, 20)
        socket?.on('close', () => {
          clearInterval(timer)
        })
      },
      { timeoutMs: 250 },
    )
    t.match(await slow.attempts(1), [{ state: 'retrying', error: 'timeout' }])
    const drip = await partner(
      (_got, response) => {
        response.writeHead(200)
        const timer = setInterval(() => {
          response.write('drip ')
        }, 20)
        response.on('close', () => {
          clearInterval(timer)
        })
      },
      { timeoutMs: 250 },
    )
    const [attempt] = await drip.attempts(1)
    t.match(attempt, { state: 'delivered', status: 200, answer: /^(drip )+$/ })
    t.ok((attempt?.ms ?? 999) < 250)
  })

  await t.test('ten megabytes: the first 16 kB are kept, the rest is not read', async (t) => {
    let written = 0
    const one = await partner((_got, response) => {
      response.writeHead(200)
      const chunk = Buffer.alloc(65_536, 'a')
      const push = (): void => {
        while (written < 10 * 2 ** 20 && !response.destroyed) {
          written += chunk.length
          if (!response.write(chunk)) {
            response.once('drain', push)
            return
          }
        }
      }
      push()
    })
    const [attempt] = await one.attempts(1)
    t.equal(attempt?.state, 'delivered')
    t.equal(attempt?.answer?.length, 16_384)
    t.ok(written < 6 * 2 ** 20, `${written} bytes went out`)
  })

  await t.test('interim responses do not count', async (t) => {
    const early = await partner((_got, response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' })
      response.writeProcessing()
      setTimeout(() => {
        response.writeHead(202, { 'webhook-delivery': 'unknown directive' }).end('taken')
      }, 20)
    })
    t.match(await early.attempts(1), [{ state: 'delivered', status: 202, answer: 'taken' }])
    const only = await partner(
      (_got, response) => {
        response.writeEarlyHints({ link: '</style.css>; rel=preload' })
      },
      { timeoutMs: 200 },
    )
    t.match(await only.attempts(1), [{ state: 'retrying', status: null, error: 'timeout' }])
  })

  await t.test('endless headers are refused long before the timeout', async (t) => {
    const one = await partner(
      (_got, response) => {
        const { socket } = response
        socket
          ?.on('error', () => undefined)
          .write(
            `HTTP/1.1 200 OK\r\n${Array.from({ length: 200 }, (_, i) => `x-${i}: ${'a'.repeat(1_000)}\r\n`).join('')}`,
          )
      },
      { timeoutMs: 20_000 },
    )
    const [attempt] = await one.attempts(1)
    t.match(attempt, { state: 'retrying', status: null, error: 'protocol', answer: null })
    t.ok((attempt?.ms ?? Infinity) < 10_000)
  })

  await t.test('connection reset, invalid HTTP, nothing listening', async (t) => {
    const reset = await partner((_got, response) => {
      response.socket?.resetAndDestroy()
    })
    t.match(await reset.attempts(1), [{ state: 'retrying', error: 'reset' }])
    const nonsense = await partner((_got, response) => {
      response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n')
    })
    t.match(await nonsense.attempts(1), [{ state: 'retrying', error: 'protocol' }])
    await reset.close()
    await until('nothing is listening', async () =>
      (await reset.attempts(1)).some((attempt) => attempt.error === 'connect'),
    )
  })
})
