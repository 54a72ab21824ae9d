/** The connections of a fold worker are cut while Postgres still writes a part of a step that is saved in parts. */
import t from 'tap'
import { journal } from '../faults/journal.js'
import { drained } from '../faults/oracle.js'
import { foldStack } from '../support/fold/fold-stack.js'
import { proxyTo, through } from '../support/proxy.js'
import { startRolesApart } from '../support/roles-apart.js'
import { stackFolder } from '../support/stack.js'
import { until } from '../support/until.js'

t.setTimeout(300_000)

const MEMBERS = 80
/** Of each member; those of all are more than one statement writes, and fold in one step. */
const FLIGHTS = 20
const CITIES = ['LHR', 'CDG', 'JFK', 'FRA', 'AMS', 'MAD', 'FCO', 'VIE']
const DAY_MS = 86_400_000

/** Large inserts of segments take a while. */
const SLOW = `
  create table slow (enabled boolean);
  insert into slow values (true);
  create function slowly () returns trigger language plpgsql as $$
  begin
    if (select enabled from slow) and (select count(*) from inserted) > 500 then
      perform pg_sleep(1.5);
    end if;
    return null;
  end $$;
  create trigger slowly after insert on segment referencing new table as inserted
    for each statement execute function slowly()`
const SLEEPING = `
  select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
const DOUBLED = `
  select (select count(*)::int from segment) as segments,
    (select count(*)::int from (
      select from event where member_id is not null group by member_id, sequence having count(*) > 1
    ) as twice) as "sequencesUsedTwice"`

t.test('nothing of the step is applied twice', async (t) => {
  const { databaseUrl, natsUrl, pool, publisher, addMembers } = await foldStack(t, {
    partitions: 1,
    template: 'full',
  })
  const members = await addMembers(MEMBERS)
  await pool.query(`update member set doc = '{"id":"' || id || '"}' where doc = '{}'`)
  await pool.query(SLOW)
  const load = journal({
    publish: publisher.publish,
    members,
    pause: 0,
    nextMessage: (_member, n) => (n === 0 ? { body: flights(), count: FLIGHTS } : null),
  })
  await load.finished()
  const data = await proxyTo(t, databaseUrl)
  await startRolesApart(t, {
    roles: ['fold'],
    databaseUrl: through(databaseUrl, data),
    reachableDatabaseUrl: databaseUrl,
    natsUrl,
    dir: stackFolder(t),
    settings: { DATABASE_CONTROL_URL: databaseUrl },
  })

  const isWriting = async (): Promise<boolean> => (await pool.query(SLEEPING)).rows.length > 0
  await until('a part is being written', isWriting, 60_000)
  data.drop()
  await pool.query('update slow set enabled = false')
  await until('it is written, without an answer', async () => !(await isWriting()))
  t.equal(await drained(databaseUrl, load.acked, 60), null)
  t.same((await pool.query(DOUBLED)).rows, [{ segments: MEMBERS * FLIGHTS, sequencesUsedTwice: 0 }])
})

/** A batch of flights, each a journey of its own. */
function flights(): string {
  const segments = Array.from({ length: FLIGHTS }, (_, n) => {
    const day = new Date(Date.now() + (20 + 3 * n) * DAY_MS).toISOString().slice(0, 10)
    return {
      type: 'Air',
      source: 'airline_ba',
      airline: 'BA',
      flight_num: String(100 + n),
      origin: CITIES[n % CITIES.length],
      destination: CITIES[(n + 1) % CITIES.length],
      departure_datetime: `${day}T07:30`,
      arrival_datetime: `${day}T09:45`,
      confirmation_no: `C${100 + n}`,
    }
  })
  return JSON.stringify({ segments })
}
