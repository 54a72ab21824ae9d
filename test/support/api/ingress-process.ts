/**
 * An ingress in a process of its own, to be killed: DATABASE, NATS and MEMBER are in its environment. It
 * sends its URL and a token of the member.
 */
import type { Test } from 'tap'
import { startIngress } from './ingress.js'

const { DATABASE = '', NATS = '', MEMBER = '' } = process.env
const ingress = await startIngress({ teardown: () => {} } as unknown as Test, {
  on: { databaseUrl: DATABASE, natsUrl: NATS },
})
process.send?.({ url: ingress.url, token: await ingress.token(MEMBER) })
