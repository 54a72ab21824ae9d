/** The demo application and member of a stack: made at its first start, told at every one, with a fresh token. */
import { existsSync, readFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { openKeyRing } from '../../api/oauth/keys/key-ring.js'
import { vault } from '../../api/oauth/vault.js'
import { passwords } from '../../api/pages/sign-in/passwords.js'
import { connect } from '../../db/pg/connect.js'
import { leaseIdSlot } from '../../db/ingress/id-slots.js'
import { findApp } from '../../db/oauth/apps.js'
import { sourceRows } from '../../db/reads/reference-rows.js'
import { signingKeyStore } from '../../db/oauth/signing-keys.js'
import { idGenerator } from '../../schemas/base/ids.js'
import type { Log } from '../../schemas/base/log.js'
import { addresses } from '../config/addresses.js'
import type { Config } from '../config/config.js'
import { dataFiles } from '../config/paths.js'
import { issueTokens, createApplication, findOrCreateMember } from '../wiring/provision.js'
import { writePrivateJson } from './ready-file.js'
import { explainWrongSecretKey } from '../config/wrong-secret-key.js'

export interface DemoCredentials {
  clientId: string
  clientSecret: string
  memberId: string
  memberToken: string
  email: string
  password: string
  /** A source that the first request may name. */
  source: string
}

interface StoredCredentials {
  clientId: string
  clientSecret: string
  email: string
  password: string
}

const REDIRECT_URI = 'http://localhost:3000/callback'
const PREFERRED_SOURCE = { classification: 'airline', vendorCode: 'BA' }

/** Makes what is missing. Needs a migrated and seeded database. */
export async function provideDemoCredentials(config: Config, log: Log): Promise<DemoCredentials> {
  const { baseUrl, authUrl } = addresses(config)
  const database = connect({ url: config.DATABASE_URL, name: 'tripfold first start', log })
  try {
    const { knex, pool } = database
    const slot = await leaseIdSlot(pool, {
      owner: `first start ${process.pid} ${Date.now()}`,
      log,
      lost: () => {
        throw new Error('the id slot was lost')
      },
    })
    const keys = await openKeyRing({
      store: signingKeyStore(knex),
      vault: vault(config.SECRET_KEY),
      now: Date.now,
    }).catch(explainWrongSecretKey)
    const deps = {
      knex,
      keys,
      ids: idGenerator(slot.slot, Date.now),
      passwords: await passwords(new Set()),
      settings: { authUrl, baseUrl },
    }
    const kept = await provideApplication(config, deps)
    const memberId = await findOrCreateMember(deps, {
      email: kept.email,
      firstName: 'Ada',
      lastName: 'Demo',
      password: kept.password,
    })
    const { accessToken } = await issueTokens(deps, kept.clientId, memberId)
    await slot.release()
    const sources = (await sourceRows(pool)).filter((source) => source.status === 'Active')
    const source =
      sources.find(
        (one) =>
          one.classification === PREFERRED_SOURCE.classification &&
          one.vendorCode === PREFERRED_SOURCE.vendorCode,
      ) ??
      sources.find((one) => one.classification === 'gds') ??
      sources[0]
    return { ...kept, memberId, memberToken: accessToken, source: source?.id ?? 'manual' }
  } finally {
    await database.close()
  }
}

async function provideApplication(
  config: Config,
  deps: { knex: ReturnType<typeof connect>['knex'] },
): Promise<StoredCredentials> {
  const file = dataFiles(config.DATA_DIR).demo
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as StoredCredentials) : null
  if (kept !== null && (await findApp(deps.knex, kept.clientId)) !== null) return kept
  const { clientId, clientSecret } = await createApplication(deps, {
    developerId: null,
    name: 'Demo application',
    environment: 'development',
    redirectUri: REDIRECT_URI,
  })
  const made: StoredCredentials = {
    clientId,
    clientSecret,
    email: 'ada@example.com',
    password: kept?.password ?? randomBytes(12).toString('base64url'),
  }
  writePrivateJson(file, made)
  return made
}
