/** Transport (oauth.md 5.10). The numbers are its rows. */
import t from 'tap'
import { constants } from 'node:crypto'
import { connect as plainly } from 'node:net'
import { connect } from 'node:tls'
import type { ConnectionOptions } from 'node:tls'
import { anApp, tokenRequest } from '../../support/auth/auth-fixtures.js'
import { authNode } from '../../support/auth/auth-node.js'

const node = await authNode(t, { settings: { clientFailures: 5 } })
const port = Number(new URL(node.url).port)

/** The negotiated protocol, or the error if there was none. */
const agree = async (options: ConnectionOptions): Promise<string> =>
  await new Promise((resolve) => {
    const socket = connect(
      { host: '127.0.0.1', port, servername: 'localhost', ca: node.ca, ...options },
      () => {
        resolve(`${socket.getProtocol() ?? ''} ${socket.getCipher().name}`)
        socket.end()
      },
    )
    socket.once('error', (error) => {
      resolve(`refused ${'code' in error ? String(error.code) : error.message}`)
    })
  })

t.test('135 TLS 1.2 and 1.3, nothing older', async (t) => {
  t.match(await agree({ maxVersion: 'TLSv1.2' }), /^TLSv1\.2 ECDHE-/)
  t.match(await agree({ minVersion: 'TLSv1.3' }), /^TLSv1\.3/)
  for (const version of ['TLSv1', 'TLSv1.1'] as const) {
    // The server's own alert, not a refusal by this client.
    t.match(
      await agree({
        minVersion: version,
        maxVersion: version,
        ciphers: 'DEFAULT@SECLEVEL=0',
        secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
      }),
      /^refused ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION/,
      version,
    )
  }
})

t.test('136 forward secrecy and authenticated encryption only', async (t) => {
  for (const ciphers of [
    'AES128-SHA',
    'AES256-GCM-SHA384',
    'ECDHE-ECDSA-AES128-SHA',
    'ECDHE-RSA-AES256-SHA384',
  ]) {
    t.match(
      await agree({ maxVersion: 'TLSv1.2', ciphers }),
      /^refused ERR_SSL_(SSLV3|SSL\/TLS)_ALERT_HANDSHAKE_FAILURE/,
      ciphers,
    )
  }
})

t.test('137 plain HTTP is not served and never redirected', async (t) => {
  const answer = await new Promise<string>((resolve) => {
    let text = ''
    const socket = plainly({ host: '127.0.0.1', port }, () => {
      socket.write('GET /v2/me HTTP/1.1\r\nHost: localhost\r\n\r\n')
    })
    socket.on('data', (data) => {
      text += data.toString('latin1')
    })
    socket.on('error', () => {
      resolve(text)
    })
    socket.on('close', () => {
      resolve(text)
    })
  })
  t.notMatch(answer, /HTTP\/1\.[01] (?!403)/, 'closed, or 403')
  t.notMatch(answer, /location:/i)
})

t.test('138 forwarded addresses are trusted from named proxies only', async (t) => {
  const app = await anApp(node)
  const wrong = { ...app, clientSecret: 'wrong' }
  const form = { grant_type: 'client_credentials' }
  for (let i = 0; i < 5; i++)
    t.equal((await tokenRequest(node, wrong, form, { 'x-forwarded-for': `203.0.113.${i}` })).status, 401)
  t.equal(
    (await tokenRequest(node, wrong, form, { 'x-forwarded-for': '203.0.113.99' })).status,
    429,
    'a forged address changes nothing',
  )
  const proxied = await authNode(t, {
    joins: node,
    settings: { clientFailures: 5 },
    trustedProxies: ['127.0.0.1'],
  })
  t.equal(
    (await tokenRequest(proxied, wrong, form, { 'x-forwarded-for': '203.0.113.99' })).status,
    401,
    'a named proxy is believed',
  )
})
