import t from 'tap'
import { calendarAddresses } from '../../../db/oauth/calendar-addresses.js'
import { openDatabase } from '../../support/open-database.js'

const MAX = 3

t.test('concurrent requests of a member create no more addresses than allowed', async (t) => {
  const { pool } = await openDatabase(t, { size: 8 })
  const addresses = calendarAddresses(pool)
  await pool.query(
    `
      insert into app (client_id, name) values ('a', 'A'); insert into member (id, doc) select n, '{}'
        from generate_series(1, 20) n`,
  )
  for (let member = 1; member <= 20; member++) {
    const created = await Promise.all(
      Array.from(
        { length: 8 },
        async (_, n) =>
          await addresses.create(
            {
              id: String(member * 100 + n),
              member: String(member),
              client: 'a',
              name: null,
              secret: `${member} ${n}`,
            },
            MAX,
          ),
      ),
    )
    t.equal(created.filter((one) => one !== null).length, MAX)
    t.equal((await addresses.list(String(member))).length, MAX)
  }
})
