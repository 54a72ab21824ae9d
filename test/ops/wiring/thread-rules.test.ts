import t from 'tap'
import { readConfig } from '../../../ops/config/config.js'
import { sandboxExecutor } from '../../../workers/fold/poison/sandbox.js'
import { itineraryRules, threadProgram } from '../../support/thread-modules.js'
import { testDatabase } from '../../support/servers.js'

t.setTimeout(180_000)

t.test('the itinerary rules fold in the sandbox process that isolates poison messages', async (t) => {
  const config = readConfig({ DATABASE_URL: await testDatabase(t), LOG_LEVEL: 'error' })
  const sandbox = sandboxExecutor({
    program: threadProgram('sandbox-process'),
    rules: itineraryRules(),
    startTimeoutMs: 120_000,
    input: { config, worker: 'w1', url: 'https://localhost', temporaryIds: true },
  })
  t.teardown(async () => {
    await sandbox.close()
  })
  const segment = {
    type: 'Air',
    status: 'Active',
    source: 'manual',
    airline: 'DL',
    flight_num: '100',
    origin: 'JFK',
    destination: 'SFO',
    departure_datetime: '2026-12-01T08:10',
    arrival_datetime: '2026-12-01T11:35',
  }
  const [outcome] = await sandbox.fold([
    {
      member: '7',
      ownerTag: '1.1',
      newestBatch: 900,
      now: Date.UTC(2026, 10, 1),
      stored: {
        id: '7',
        profile: '{}',
        head: null,
        sequence: 0,
        appliedSeq: 0,
        segments: [],
        trips: [],
        accounts: [],
      },
      messages: [
        {
          seq: 1,
          member: '7',
          envelope: {
            v: 1,
            kind: 'segments',
            batch: '900',
            first: '901',
            count: 1,
            received: Date.UTC(2026, 10, 1),
          },
          body: JSON.stringify({ segments: [segment] }),
        },
      ],
    },
  ])
  t.match(outcome, {
    is: 'folded',
    folded: { segments: [{ type: 'Air', rawIds: ['901'] }], trips: [{ status: 'Active' }] },
  })
})
