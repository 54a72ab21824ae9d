/** `sslmode` as libpq defines it, with a real Postgres. */
import t from 'tap'
import { connect } from '../../../db/pg/connect.js'
import { controlConnection } from '../../../db/pg/control-connection.js'
import { tlsFolder, tlsPostgres } from '../../support/encrypted-servers.js'
import { testDatabase } from '../../support/servers.js'
import { silentLog } from '../../support/silent-log.js'

const folder = await tlsFolder(t)
const { url } = await tlsPostgres(t, folder)
const UNKNOWN_AUTHORITY = { code: /SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE/ }
const PASSWORD = 'a-password'

const withParameters = (
  parameters: Record<string, string>,
  { user, base = url, host }: { user?: string; base?: string; host?: string } = {},
): string => {
  const given = new URL(base)
  if (user !== undefined) Object.assign(given, { username: user, password: PASSWORD })
  if (host !== undefined) given.hostname = host
  for (const [name, value] of Object.entries(parameters)) given.searchParams.set(name, value)
  return given.href
}

/** Whether the session of a pool, of knex and of the control connection is encrypted. */
const encrypted = async (given: string): Promise<boolean[]> => {
  const query = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()'
  const database = connect({ url: given, name: 'test', log: silentLog() })
  const control = controlConnection({ url: given, name: 'test control', log: silentLog() })
  try {
    const pooled = await database.pool.query<{ ssl: boolean }>(query)
    const raw = (await database.knex.raw(query)) as { rows: Array<{ ssl: boolean }> }
    return [...pooled.rows, ...raw.rows, ...(await control.query<{ ssl: boolean }>(query))].map(
      ({ ssl }) => ssl,
    )
  } finally {
    await control.close()
    await database.close()
  }
}

t.before(async () => {
  const { pool, close } = connect({ url, name: 'test', log: silentLog() })
  for (const user of ['encrypted', 'certified'])
    await pool.query(`create role ${user} login password '${PASSWORD}'`)
  await close()
})

const PLAIN = [false, false, false]
const TLS = [true, true, true]

t.test('the modes', async (t) => {
  t.same(await encrypted(url), PLAIN, 'no sslmode')
  t.same(await encrypted(withParameters({ sslmode: 'disable' })), PLAIN)
  t.same(
    await encrypted(withParameters({ sslmode: 'require' })),
    TLS,
    'require asks nobody who the server is',
  )
  const mine = { sslrootcert: folder.ca }
  for (const sslmode of ['require', 'verify-ca', 'verify-full'])
    t.same(await encrypted(withParameters({ sslmode, ...mine })), TLS, sslmode)
})

t.test('an unknown authority is refused', async (t) => {
  for (const sslmode of ['require', 'verify-ca', 'verify-full'])
    await t.rejects(
      encrypted(withParameters({ sslmode, sslrootcert: folder.otherCa })),
      UNKNOWN_AUTHORITY,
      sslmode,
    )
  await t.rejects(encrypted(withParameters({ sslmode: 'verify-full' })), UNKNOWN_AUTHORITY)
})

t.test('verify-full also compares the name of the host', async (t) => {
  const other = { host: 'localhost' }
  const mine = { sslrootcert: folder.ca }
  await t.rejects(encrypted(withParameters({ sslmode: 'verify-full', ...mine }, other)), {
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  })
  t.same(await encrypted(withParameters({ sslmode: 'verify-ca', ...mine }, other)), TLS)
})

t.test('a server without TLS is refused', async (t) => {
  const base = await testDatabase(t)
  for (const sslmode of ['require', 'verify-full'])
    await t.rejects(encrypted(withParameters({ sslmode }, { base })), /does not support SSL connections/)
})

t.test('a server may demand TLS, and a client certificate', async (t) => {
  const verified = { sslmode: 'verify-full', sslrootcert: folder.ca }
  await t.rejects(encrypted(withParameters({}, { user: 'encrypted' })), /no encryption/)
  t.same(await encrypted(withParameters(verified, { user: 'encrypted' })), TLS)
  await t.rejects(encrypted(withParameters(verified, { user: 'certified' })), /valid client certificate/)
  const { cert, key } = await folder.issue('certified')
  t.same(
    await encrypted(withParameters({ ...verified, sslcert: cert, sslkey: key }, { user: 'certified' })),
    TLS,
  )
})
