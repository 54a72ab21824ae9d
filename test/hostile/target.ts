/**
 * The product under attack: its roles as processes of their own with the limits they have by default, a hostile
 * and an innocent member, each with an application of its own, on two loopback addresses.
 */
import type { Test } from 'tap'
import { readConfig } from '../../ops/config/config.js'
import { addresses } from '../../ops/config/addresses.js'
import { passwords } from '../../api/pages/sign-in/passwords.js'
import { connect } from '../../db/pg/connect.js'
import { leaseIds, shortLivedLessee } from '../../ops/wiring/id-generator.js'
import { createApplication, findOrCreateMember, issueTokens } from '../../ops/wiring/provision.js'
import { openSigningKeys } from '../../ops/wiring/secrets/signing-keys.js'
import { startRolesApart, type RolesApart } from '../support/roles-apart.js'
import { testDatabase, testNats } from '../support/servers.js'
import { silentLog } from '../support/silent-log.js'
import { until } from '../support/until.js'
import { clientFrom, type Send } from './send.js'

export interface Account {
  email: string
  password: string
  memberId: string
  memberToken: string
  /** The application acting as itself. */
  appToken: string
  clientId: string
  clientSecret: string
  /** Where its requests come from. */
  address: string
  send: Send
}

export interface Target {
  port: number
  innocent: Account
  /** Of the attack under way: each has its own, so that none is spared by the limits that another has met. */
  hostile: Account
}

interface Targets {
  roles: RolesApart
  databaseUrl: string
  next: () => Promise<Target>
}

const INNOCENT_ADDRESS = '127.0.0.2'
const PASSWORD = 'a long and quiet password'
const START_MS = 120_000

/** Starts the product and waits until it is ready; returns the target of each attack in turn. */
export async function startTarget(t: Test): Promise<Targets> {
  const databaseUrl = await testDatabase(t, 'full')
  const { url: natsUrl } = await testNats(t)
  const roles = await startRolesApart(t, {
    databaseUrl,
    natsUrl,
    reachableDatabaseUrl: databaseUrl,
    dir: t.testdir({}),
    settings: {
      TRUSTED_PROXIES: '127.0.0.0/8',
      RATE_LIMIT_APP: undefined,
      RATE_LIMIT_MEMBER: undefined,
      RATE_LIMIT_NETWORK: undefined,
      RATE_LIMIT_SEGMENTS: undefined,
    },
  })
  for (const role of roles.processes)
    await until(`${role.role} is ready`, async () => (await role.readiness())?.status === 200, START_MS)
  const account = await accounts(t, roles.settings, roles.port)
  const innocent = await account('innocent', INNOCENT_ADDRESS)
  let attacks = 0
  return {
    roles,
    databaseUrl,
    next: async () => {
      attacks += 1
      const hostile = await account(`hostile${attacks}`, `127.0.1.${attacks}`)
      return { port: roles.port, innocent, hostile }
    },
  }
}

/** Creates accounts until the test ends. */
async function accounts(
  t: Test,
  settings: Record<string, string | undefined>,
  port: number,
): Promise<(name: string, address: string) => Promise<Account>> {
  const config = readConfig(settings)
  const database = connect({ url: config.DATABASE_URL, name: 'test', log: silentLog() })
  const { knex, pool } = database
  const leased = await leaseIds(pool, { lessee: shortLivedLessee('test'), log: silentLog() })
  t.teardown(async () => {
    await leased.release()
    await database.close()
  })
  const deps = {
    knex,
    keys: await openSigningKeys(knex, config),
    ids: leased.ids,
    passwords: await passwords(new Set()),
    settings: addresses(config),
  }
  return async (name, address) => {
    const app = await createApplication(deps, {
      developerId: null,
      name,
      environment: 'development',
      redirectUri: 'http://localhost:3000/callback',
    })
    await knex('app').where({ client_id: app.clientId }).update({ feed: true })
    const email = `${name}@example.com`
    const member = { email, firstName: name, lastName: 'Example', password: PASSWORD }
    const memberId = await findOrCreateMember(deps, member)
    return {
      ...app,
      email,
      password: PASSWORD,
      memberId,
      memberToken: (await issueTokens(deps, app.clientId, memberId)).accessToken,
      appToken: (await issueTokens(deps, app.clientId, null)).accessToken,
      address,
      send: clientFrom(address, port),
    }
  }
}
