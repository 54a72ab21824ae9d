/** A tool for assistants next to the read that it stands for, on one server: what the protocol costs (contract.md 15). */
import { dayOf } from '../demo/travel/clock.js'
import { storeTrips } from './data/stored-trips.js'
import { startBenchStack } from './harness/bench-stack.js'
import { ratioOf } from './harness/harness.js'
import type { Bench } from './harness/harness.js'
import { httpContestant } from './harness/http-contestant.js'

const MEMBERS = 100
/** An assistant waits for each answer before it asks again. */
const CONNECTIONS = 1
const OK = 200
const P50 = 'p50 ms'
const PROTOCOL = '2026-07-28'

/** A call of a tool, as the official client sends it. */
const toolCall = (name: string, args: object): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name,
      arguments: args,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': PROTOCOL,
        'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  })

export const bench: Bench = {
  name: 'mcp',
  about:
    'ms (p50) of the tool get_trip / of GET /v2/trips/{trip_id}?segments=1&follow=1 (TLS, one connection)',
  goal: { atMost: 1.3 },
  prepare: async (tools) => {
    const stack = await startBenchStack(tools)
    const [rest, assistants] = [await stack.members(MEMBERS), await stack.members(MEMBERS, 'mcp')]
    const today = dayOf(new Date().toISOString().slice(0, 10))
    await storeTrips(stack, [...rest.ids, ...assistants.ids], today)
    const { rows } = await stack.database.pool.query<{ id: string; member: string }>(
      'select distinct on (member_id) id::text, member_id::text as member from trip order by member_id, id',
    )
    const trips = new Map(rows.map(({ id, member }) => [member, id]))
    const server = await stack.role('api', {})
    const common = { server, status: OK, connections: CONNECTIONS }
    const reads = rest.tokens.map((token, at) => ({
      method: 'GET',
      path: `/v2/trips/${trips.get(rest.ids[at]!)!}?segments=1&follow=1`,
      headers: { authorization: `Bearer ${token}` },
    }))
    const calls = assistants.tokens.map((token, at) => ({
      method: 'POST',
      path: '/mcp',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': PROTOCOL,
        'mcp-method': 'tools/call',
        'mcp-name': 'get_trip',
      },
      body: toolCall('get_trip', { trip_id: trips.get(assistants.ids[at]!) }),
    }))
    return {
      contestants: [
        await httpContestant({ ...common, name: 'tool', requests: calls }, stack, tools),
        await httpContestant({ ...common, name: 'read', requests: reads }, stack, tools),
      ],
      ratio: ratioOf(P50, 'tool', 'read'),
    }
  },
}
