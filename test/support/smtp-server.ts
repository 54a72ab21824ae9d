/** A mail server that keeps what it receives, and with how much protection. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import type { Test } from 'tap'

export interface SmtpServer {
  port: number
  /** Commands and mail, in order; each says whether it came over TLS. */
  received: Array<{ line: string; encrypted: boolean }>
}

/** Without `tls` it does not offer STARTTLS. */
export async function smtpServer(t: Test, tls?: { cert: string; key: string }): Promise<SmtpServer> {
  const received: SmtpServer['received'] = []
  const server = createServer((socket) => {
    socket.write('220 mail.test ESMTP\r\n')
    serve(socket, received, tls)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, received }
}

function serve(socket: Socket, received: SmtpServer['received'], tls?: { cert: string; key: string }): void {
  const encrypted = socket instanceof TLSSocket
  let rest = ''
  let isBody = false
  const reply = (line: string): string => {
    if (isBody) {
      isBody = line !== '.'
      return isBody ? '' : '250 queued'
    }
    const command = line.split(' ')[0]?.toUpperCase() ?? ''
    if (command === 'EHLO')
      return tls === undefined || encrypted
        ? '250-mail.test\r\n250 AUTH PLAIN LOGIN'
        : '250-mail.test\r\n250-STARTTLS\r\n250 AUTH PLAIN LOGIN'
    if (command === 'STARTTLS') return tls === undefined ? '502 not implemented' : '220 go ahead'
    if (command === 'AUTH') return '235 welcome'
    isBody = command === 'DATA'
    return isBody ? '354 go on' : '250 ok'
  }
  const onData = (chunk: Buffer): void => {
    rest += chunk.toString('utf8')
    for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
      const line = rest.slice(0, end)
      rest = rest.slice(end + 2)
      received.push({ line, encrypted })
      const answer = reply(line)
      if (answer !== '') socket.write(`${answer}\r\n`)
      if (!answer.startsWith('220') || tls === undefined) continue
      socket.off('data', onData)
      serve(new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(tls) }), received, tls)
    }
  }
  socket.on('data', onData)
  socket.on('error', () => {})
}
