import { createServer, connect } from 'node:tls'
import { once } from 'node:events'
import { X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import t from 'tap'
import { provideLocalCertificate } from '../../../ops/stack/local-certificate.js'

const DAY_MS = 86_400_000

t.test('a client that trusts the authority accepts the server under each of its names', async (t) => {
  const files = await provideLocalCertificate(t.testdir(), Date.now())
  t.equal(statSync(files.key).mode & 0o777, 0o600)
  const server = createServer(
    { cert: readFileSync(files.cert), key: readFileSync(files.key), minVersion: 'TLSv1.2' },
    (socket) => {
      socket.end()
    },
  )
  server.on('tlsClientError', () => {
    /* expected from the client with TLS 1.1 below */
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  for (const servername of ['localhost', '127.0.0.1', '::1']) {
    const identity = servername === 'localhost' ? { servername } : { checkServerIdentity: () => undefined }
    const socket = connect({ host: '127.0.0.1', port, ca: readFileSync(files.ca), ...identity })
    await once(socket, 'secureConnect')
    t.ok(socket.authorized, servername)
    socket.destroy()
  }
  const certificate = new X509Certificate(readFileSync(files.cert))
  t.equal(certificate.checkIP('127.0.0.1'), '127.0.0.1')
  t.equal(certificate.checkIP('::1'), '::1')
  const old = connect({
    host: '127.0.0.1',
    port,
    servername: 'localhost',
    ca: readFileSync(files.ca),
    minVersion: 'TLSv1.1',
    maxVersion: 'TLSv1.1',
  })
  const [error] = (await once(old, 'error').catch((caught: unknown) => [caught])) as [Error]
  t.ok(error, 'TLS 1.1 is refused')
})

t.test('the certificate is kept, and renewed in time by the same authority', async (t) => {
  const dir = t.testdir()
  const now = Date.now()
  const first = await provideLocalCertificate(dir, now)
  const [ca, cert] = [readFileSync(first.ca, 'utf8'), readFileSync(first.cert, 'utf8')]
  await provideLocalCertificate(dir, now + 300 * DAY_MS)
  t.equal(readFileSync(first.cert, 'utf8'), cert, 'still valid')
  await provideLocalCertificate(dir, now + 340 * DAY_MS)
  t.not(readFileSync(first.cert, 'utf8'), cert, 'renewed before it expires')
  t.equal(readFileSync(first.ca, 'utf8'), ca, 'the authority is unchanged')
  t.ok(new X509Certificate(readFileSync(first.cert)).verify(new X509Certificate(ca).publicKey))
})
