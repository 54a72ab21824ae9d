/** A local name server that answers A and AAAA questions as a test sets (RFC 1035 4.1). */
import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'

const A = 1
const AAAA = 28
const SERVFAIL = 2
const NXDOMAIN = 3

/** Addresses of a name, of both families; asked again for every question. Null: this question fails. */
export type Zone = (name: string, family: 4 | 6) => string[] | null

/** Starts the server and returns `host:port`. It stops with the test. */
export async function dnsStub(t: Test, zone: Zone): Promise<string> {
  const socket = createSocket('udp4')
  socket.on('message', (question, from) => {
    const labels: string[] = []
    let at = 12
    for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
      labels.push(question.subarray(at + 1, at + 1 + length).toString('latin1'))
      at += length + 1
    }
    const type = question.readUInt16BE(at + 1)
    const answer = zone(labels.join('.').toLowerCase(), type === AAAA ? 6 : 4)
    const all = answer ?? []
    const fitting = all.filter((address) => (address.includes(':') ? type === AAAA : type === A))
    const head = Buffer.alloc(12)
    question.copy(head, 0, 0, 2)
    const status = all.length === 0 ? NXDOMAIN : 0
    head.writeUInt16BE(0x8180 | (answer === null ? SERVFAIL : status), 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(fitting.length, 6)
    socket.send(
      Buffer.concat([
        head,
        question.subarray(12, at + 5),
        ...fitting.map((address) => record(type, address)),
      ]),
      from.port,
      from.address,
    )
  })
  await new Promise<void>((resolve) => {
    socket.bind(0, '127.0.0.1', resolve)
  })
  t.teardown(async () => {
    await new Promise<void>((resolve) => {
      socket.close(() => {
        resolve()
      })
    })
  })
  return `127.0.0.1:${(socket.address() as AddressInfo).port}`
}

function record(type: number, address: string): Buffer {
  const data = type === A ? Buffer.from(address.split('.').map(Number)) : v6(address)
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

function v6(address: string): Buffer {
  const [front = '', back] = address.split('::')
  const groups = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => parseInt(group, 16))
  const head = groups(front)
  const tail = back === undefined ? [] : groups(back)
  const out = Buffer.alloc(16)
  const all =
    back === undefined
      ? head
      : [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail]
  all.forEach((group, i) => out.writeUInt16BE(group, i * 2))
  return out
}
