/**
 * Begins a few requests per turn of the event loop, networks in rotation, and none in a turn that accepts a connection.
 * Node accepts one connection per turn: if requests on hundreds of connections made each turn long, a newcomer would wait
 * for all connections opened earlier, and rotation only helps those that are accepted.
 */
import { fastifyPlugin } from 'fastify-plugin'
import { fairTurns } from '../../limits/fair-turns.js'
import { requestNetwork } from './connection-limits.js'

/** So a turn of refusals takes a millisecond. */
const PER_TURN = 8

export const requestTurns = fastifyPlugin(
  async (app) => {
    const turns = fairTurns(PER_TURN)
    app.server.on('connection', turns.hold)
    app.addHook('onRequest', async (request) => {
      await turns.next({ client: requestNetwork(request), member: '' }, 0)
    })
  },
  { name: 'request-turns', dependencies: ['load-shedding'] },
)
