/** A start says which setting is wrong if a server is not the one, or not as protected, as the settings ask. */
import t from 'tap'
import { ConfigError, readConfig } from '../../../../ops/config/config.js'
import { reachServers } from '../../../../ops/config/server-errors.js'
import { testAuthority } from '../../../support/certificates.js'
import { tlsFolder, tlsNats, tlsPostgres } from '../../../support/encrypted-servers.js'
import { nkeyUser } from '../../../support/nats-users.js'
import { testDatabase, testNats } from '../../../support/servers.js'
import { silentLog } from '../../../support/silent-log.js'

const folder = await tlsFolder(t)
const postgres = new URL((await tlsPostgres(t, folder)).url)
const nats = await tlsNats(t, folder)
const demanding = await tlsNats(t, folder, { verify: true })
const plain = { database: await testDatabase(t), nats: (await testNats(t)).url }

/** What a start says about these settings; empty if it goes on. */
const refusal = async (given: Record<string, string>): Promise<string> => {
  try {
    await reachServers(readConfig(given), silentLog())
    return ''
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message
  }
}

const at = (parameters: string, base: string = postgres.href): string => `${base}?${parameters}`

t.test('NATS', async (t) => {
  const ca = { NATS_CA: folder.ca }
  t.equal(await refusal({ NATS_URL: nats.url, ...ca }), '')
  t.match(
    await refusal({ NATS_URL: nats.url, NATS_CA: folder.otherCa }),
    /^NATS_CA is \S+other-ca\.crt, which did not sign the certificate of the NATS server \(.+\): give the file/,
  )
  t.match(
    await refusal({ NATS_URL: nats.url }),
    /^NATS_CA is not set, and Node\.js does not trust the NATS server \(.+\): give the file/,
  )
  t.match(
    await refusal({ NATS_URL: nats.url.replace('127.0.0.1', 'localhost'), ...ca }),
    /^NATS_URL leads to a server whose certificate is for another name \(.+\): use a name/,
  )
  t.match(
    await refusal({ NATS_URL: plain.nats.replace('nats:', 'tls:') }),
    /^NATS_URL asks for TLS, which the server does not offer \(.+\): turn on TLS in the server/,
  )
  t.match(
    await refusal({ NATS_URL: demanding.url, ...ca }),
    /^NATS_CERT is not set, and the NATS server demands a client certificate \(.+\): set it and NATS_KEY/,
  )
  const stranger = await folder.issue('stranger', { by: await testAuthority('another authority') })
  t.match(
    await refusal({ NATS_URL: demanding.url, ...ca, NATS_CERT: stranger.cert, NATS_KEY: stranger.key }),
    /^NATS_CERT is \S+stranger\.crt, which the NATS server does not accept \(.+\): set it and NATS_KEY/,
  )
  t.match(
    await refusal({
      NATS_URL: `tls://127.0.0.1:${nats.port}`,
      NATS_NKEY: folder.write('unknown.nk', nkeyUser().seed),
      ...ca,
    }),
    /^NATS_NKEY is \S+unknown\.nk, whose user the NATS server refuses \(.+\): give the file/,
  )
})

t.test('an expired certificate is waited for: its operator renews it', async (t) => {
  const expired = await tlsNats(t, folder, { days: -1 })
  const config = readConfig({ NATS_URL: expired.url, NATS_CA: folder.ca })
  const away: unknown = await reachServers(config, silentLog()).catch((error: unknown) => error)
  t.match(away, { checks: { stream: 'NATS_URL: certificate has expired' } })
})

t.test('Postgres', async (t) => {
  t.equal(await refusal({ DATABASE_URL: at(`sslmode=verify-full&sslrootcert=${folder.ca}`) }), '')
  t.match(
    await refusal({ DATABASE_URL: at(`sslmode=verify-full&sslrootcert=${folder.otherCa}`) }),
    /^DATABASE_URL leads to a server whose certificate no known authority signed \(.+\): name .+ sslrootcert/,
  )
  const otherHost = Object.assign(new URL(postgres), { hostname: 'localhost' }).href
  t.match(
    await refusal({ DATABASE_URL: at(`sslmode=verify-full&sslrootcert=${folder.ca}`, otherHost) }),
    /^DATABASE_URL leads to a server whose certificate is for another name/,
  )
  t.match(
    await refusal({ DATABASE_URL: at('sslmode=require', plain.database) }),
    /^DATABASE_URL asks for TLS, which the server does not offer \(.+\): turn on ssl in the server/,
  )
  const strict = Object.assign(new URL(postgres), { username: 'encrypted' }).href
  t.match(
    await refusal({ DATABASE_URL: plain.database, DATABASE_CONTROL_URL: strict }),
    /^DATABASE_CONTROL_URL does not ask for TLS, which the server demands \(.+\): add sslmode=verify-full/,
  )
})

t.test('TLS with an unknown server is used, with a warning', async (t) => {
  const log = silentLog()
  await reachServers(readConfig({ DATABASE_URL: at('sslmode=require') }), log)
  t.match(log.lines, [
    { level: 'warn', fields: { setting: 'DATABASE_URL' }, message: /^TLS without knowing/ },
  ])
})
