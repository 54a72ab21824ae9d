/**
 * The demo application with its developer, and the demo member, of a stack on embedded servers: created at its first
 * start. Every start issues a new token.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { passwords } from '../../api/pages/sign-in/passwords.js'
import { findApp } from '../../db/oauth/apps.js'
import { connect } from '../../db/pg/connect.js'
import { sourceRows } from '../../db/reads/reference-rows.js'
import type { Log } from '../../schemas/base/log.js'
import type { SourceRow } from '../../schemas/itinerary/source-row.js'
import { addresses } from '../config/addresses.js'
import type { Config } from '../config/config.js'
import { dataFiles } from '../config/paths.js'
import { leaseIds, shortLivedLessee } from '../wiring/id-generator.js'
import {
  createApplication,
  findOrCreateDeveloper,
  findOrCreateMember,
  issueTokens,
} from '../wiring/provision.js'
import type { ProvisionDeps } from '../wiring/provision.js'
import { openSigningKeys } from '../wiring/secrets/signing-keys.js'
import { writePrivateJson } from './ready-file.js'

/** What is stored in the data directory. */
interface StoredCredentials {
  clientId: string
  clientSecret: string
  email: string
  /** The developer whose application it is; missing if an older release created it. */
  developerEmail?: string
  /** Of the member and of the developer. */
  password: string
}

export interface DemoCredentials extends StoredCredentials {
  memberId: string
  memberToken: string
  /** A source that the first request may name. */
  source: string
}

const REDIRECT_URI = 'http://localhost:3000/callback'
const PREFERRED_SOURCE = { classification: 'airline', vendorCode: 'BA' }

/** Creates what is missing and issues a token. Needs a migrated and seeded database. */
export async function provideDemoCredentials(config: Config, log: Log): Promise<DemoCredentials> {
  const database = connect({ url: config.DATABASE_URL, name: 'tripfold first start', log })
  const { knex, pool } = database
  let release = async (): Promise<void> => {}
  try {
    const leased = await leaseIds(pool, { lessee: shortLivedLessee('first start'), log })
    release = leased.release
    const deps = {
      knex,
      keys: await openSigningKeys(knex, config),
      ids: leased.ids,
      passwords: await passwords(new Set()),
      settings: addresses(config),
    }
    const stored = await provideApplication(config, deps)
    const memberId = await findOrCreateMember(deps, {
      email: stored.email,
      firstName: 'Ada',
      lastName: 'Demo',
      password: stored.password,
    })
    const { accessToken } = await issueTokens(deps, stored.clientId, memberId)
    const source = chooseSource(await sourceRows(pool))
    return { ...stored, memberId, memberToken: accessToken, source: source?.id ?? 'manual' }
  } finally {
    await release()
    await database.close()
  }
}

async function provideApplication(config: Config, deps: ProvisionDeps): Promise<StoredCredentials> {
  const file = dataFiles(config.DATA_DIR).demo
  const stored = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as StoredCredentials) : null
  if (stored !== null && (await findApp(deps.knex, stored.clientId)) !== null) return stored
  const password = stored?.password ?? randomBytes(12).toString('base64url')
  const developerEmail = 'dev@example.com'
  const developerId = await findOrCreateDeveloper(deps, {
    email: developerEmail,
    name: 'Grace Demo',
    organisation: 'Demo',
    password,
  })
  const { clientId, clientSecret } = await createApplication(deps, {
    developerId,
    name: 'Demo application',
    environment: 'development',
    redirectUri: REDIRECT_URI,
  })
  const created: StoredCredentials = {
    clientId,
    clientSecret,
    email: 'ada@example.com',
    developerEmail,
    password,
  }
  writePrivateJson(file, created)
  return created
}

function chooseSource(rows: SourceRow[]): SourceRow | undefined {
  const active = rows.filter((row) => row.status === 'Active')
  const preferred = active.find(
    (row) =>
      row.classification === PREFERRED_SOURCE.classification &&
      row.vendorCode === PREFERRED_SOURCE.vendorCode,
  )
  return preferred ?? active.find((row) => row.classification === 'gds') ?? active[0]
}
