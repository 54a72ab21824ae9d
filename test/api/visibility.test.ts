import t from 'tap'
import { rawExamples } from '../../api/document/examples.js'
import { contract } from '../support/contract.js'
import { openDoor } from '../support/door.js'

t.setTimeout(100_000)

/** Two members, two applications: what belongs to one member looks to the other exactly like what does not exist. */
t.test('nothing of a member is visible to another', async t => {
  const door = await openDoor(t, { fold: true })
  const { operations } = contract((await door.ask('/openapi.json')).json as Record<string, unknown>)
  const [mine, foreign] = [await door.member(), await door.member()]
  const ids: Record<string, string> = {}
  const make = async (path: string, body: unknown): Promise<string> => {
    const answer = await door.ask(path, { method: 'POST', token: await door.token(mine, 'app-one'), body, headers: { prefer: 'wait=10' } })
    t.ok(answer.status < 300, `${path}: ${answer.status}`)
    const { id } = answer.json as { id?: string }
    return id ?? answer.headers.get('location')!.split('/').at(-1)!
  }
  ids['segment_id'] = await make('/v2/segments/air', rawExamples['Air'])
  ids['trip_id'] = await make('/v2/trips', { headline: 'Mine', segment_ids: [ids['segment_id']] })
  ids['account_id'] = await make('/v2/accounts', { source: 'airline_dl', account_id: '42' })
  ids['feed_id'] = await make('/v2/calendar-feeds', {})
  ids['batch_id'] = await make('/v2/segments', { segments: [rawExamples['Hotel']] })
  /** Old enough not to be on its way, and nobody's. */
  const nowhere = '4711'

  const own = operations.filter(one => one.names.some(name => ids[name] !== undefined))
  t.ok(own.length > 40, `${own.length} operations on what belongs to a member`)
  for (const operation of own) {
    const path = (of: Record<string, string>): string => operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => of[name] ?? nowhere)
    for (const client of ['app-one', 'app-two']) {
      const token = await door.token(foreign, client)
      const ask = async (of: Record<string, string>) => await door.ask(path(of), { method: operation.method, token, ...operation.body === undefined ? {} : { body: operation.body } })
      const [theirs, nobodys] = [await ask(ids), await ask({})]
      // A batch so young may be on its way, whoever asks: that tells nothing.
      const young = /^get(Batch|\w*Segment)$/.test(operation.id)
      t.equal(theirs.status, young ? 200 : nobodys.status, `${operation.id} for ${client}`)
      if (operation.id === 'getBatch') t.match(theirs.json, { status: 'pending', segments: [] })
      else if (young) t.match(theirs.json, { status: 'Processing' })
      else t.match(theirs.status, /40[04]/, `${operation.id} is refused`)
      t.notMatch(theirs.text, mine)
    }
  }
  for (const path of ['/v2/trips?since=2020-01-01', '/v2/segments', '/v2/accounts', '/v2/calendar-feeds', '/v2/trips/upcoming', '/v2/trips/past']) {
    t.same((await door.ask(path, { token: await door.token(foreign) })).json, [], path)
  }
  t.equal((await door.ask('/v2/trips/current', { token: await door.token(foreign) })).status, 404)
  t.notMatch((await door.ask('/v2/trips.ics', { token: await door.token(foreign) })).text, 'VEVENT')
  const token = await door.token(mine, 'app-two')
  t.equal((await door.ask(`/v2/segments/${ids['segment_id']}`, { token })).status, 200, 'another application of the member sees it')
  t.equal((await door.ask(`/v2/segments/${ids['segment_id']}`, { method: 'DELETE', token })).status, 403, 'but does not withdraw what it did not submit')
})
