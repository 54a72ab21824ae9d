/** Invalid HTTP after an answer has begun. */
import t from 'tap'
import { connect } from 'node:net'
import { startIngress } from '../../support/api/ingress.js'
import { makeFeedSupplier } from '../../support/api/feed-client.js'

t.test('an invalid chunk cuts off an answer that has begun, and nothing is written into it', async (t) => {
  const ingress = await startIngress(t)
  await makeFeedSupplier(ingress)
  const line = `${JSON.stringify({ member_id: '1', segments: [{}] })}\n`
  const socket = connect(Number(new URL(ingress.url).port), '127.0.0.1')
  let text = ''
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      resolve()
    })
  })
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    const begun = text.includes('"line":1')
    text += chunk.toString()
    if (!begun && text.includes('"line":1')) socket.write('no chunk\r\n')
  })
  socket.write(
    `POST /v2/feeds/segments HTTP/1.1\r\nHost: x\r\nX-Forwarded-Proto: https\r\nAuthorization: Bearer ${await ingress.appToken('gds')}\r\n` +
      `Content-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n${line.length.toString(16)}\r\n${line}\r\n`,
  )
  await closed
  t.match(text, /^HTTP\/1\.1 200 OK\r\n/)
  t.same(text.match(/HTTP\/1\.1/g), ['HTTP/1.1'], 'one answer')
  t.notMatch(text, /\r\n0\r\n\r\n/, 'the answer is visibly incomplete')
})
