/**
 * Creates developers, applications, members and tokens outside the pages, for the command line and the first
 * start.
 */
import type { Knex } from 'knex'
import { accessTokenSeconds, mintAccessToken } from '../../api/oauth/token/access-token.js'
import { newClientId, newClientSecret } from '../../api/oauth/clients/new-credentials.js'
import type { KeyRing, Signer } from '../../api/oauth/keys/key-ring.js'
import { randomToken, tokenHash } from '../../api/oauth/random-token.js'
import { newMemberRecord } from '../../api/pages/member/member-record.js'
import type { Passwords } from '../../api/pages/ports.js'
import { developerAccounts } from '../../db/sign-in/developer-accounts.js'
import { memberAccounts } from '../../db/sign-in/member-accounts.js'
import { createApp } from '../../db/oauth/apps.js'
import { provisionGrant, provisionGrants } from '../../db/oauth/provision-grant.js'
import type { ProvisionedGrant } from '../../db/oauth/provision-grant.js'
import type { IdGenerator } from '../../schemas/base/ids.js'
import { TEST_TOKEN_SECONDS } from '../../schemas/base/test-member.js'

export interface ProvisionDeps {
  knex: Knex
  ids: IdGenerator
  passwords: Passwords
  keys: KeyRing
  settings: { authUrl: string; baseUrl: string }
}

/** Returns the id of the member with that address, creating it with the password if there is none. */
export async function findOrCreateMember(
  deps: ProvisionDeps,
  member: { email: string; firstName: string; lastName: string; password: string },
): Promise<string> {
  const accounts = memberAccounts(deps.knex)
  const existing = await accounts.byEmail(member.email)
  if (existing !== null) return existing.id
  const id = deps.ids.next()
  const doc = newMemberRecord({ id, ...member }, new Date(deps.keys.now()))
  const created = await accounts.create({
    id,
    ...member,
    doc,
    passwordHash: await deps.passwords.hash(member.password),
  })
  return created ? id : ((await accounts.byEmail(member.email))?.id ?? id)
}

/**
 * Returns the id of the developer with that address, creating it if there is none. The second factor is set
 * up at the first sign-in.
 */
export async function findOrCreateDeveloper(
  deps: ProvisionDeps,
  developer: { email: string; name: string; organisation: string; password: string },
): Promise<string> {
  const accounts = developerAccounts(deps.knex)
  const existing = await accounts.byEmail(developer.email)
  if (existing !== null) return existing.id
  const id = deps.ids.next()
  const created = await accounts.create({
    id,
    ...developer,
    passwordHash: await deps.passwords.hash(developer.password),
  })
  return created ? id : ((await accounts.byEmail(developer.email))?.id ?? id)
}

/**
 * Creates an application. The secret is returned here and nowhere else. Throws if its developer does not
 * exist.
 */
export async function createApplication(
  deps: Pick<ProvisionDeps, 'knex'>,
  app: {
    developerId: string | null
    name: string
    environment: 'development' | 'production'
    redirectUri: string | null
    feed?: boolean
    clientId?: string
  },
): Promise<{ clientId: string; clientSecret: string }> {
  const clientId = app.clientId ?? newClientId()
  const secret = newClientSecret()
  if (!(await createApp(deps.knex, { ...app, clientId, secret })))
    throw new Error(`There is no developer ${app.developerId}.`)
  return { clientId, clientSecret: secret.value }
}

/**
 * Issues an access token and a refresh token of the application for the member (null: for the application
 * itself). Throws if the application does not exist or is disabled.
 */
export async function issueTokens(
  deps: Pick<ProvisionDeps, 'knex' | 'keys' | 'settings'>,
  clientId: string,
  memberId: string | null,
): Promise<{ accessToken: string; refreshToken: string }> {
  const signer = deps.keys.signer()
  const refreshToken = randomToken('rt_')
  const grant = await provisionGrant(deps.knex, clientId, memberId, tokenHash(refreshToken))
  if (grant === null) throw new Error(`There is no enabled application ${clientId}.`)
  return { accessToken: await mintFor(deps, signer, { clientId, memberId, grant }), refreshToken }
}

export interface MemberTokens {
  memberId: string
  accessToken: string
  refreshToken: string
}

/**
 * Issues tokens of the application for many members at once. Throws if the application does not exist or is
 * disabled.
 */
export async function issueManyTokens(
  deps: Pick<ProvisionDeps, 'knex' | 'keys' | 'settings'>,
  clientId: string,
  memberIds: readonly string[],
): Promise<MemberTokens[]> {
  const signer = deps.keys.signer()
  const requested = memberIds.map((memberId) => ({ memberId, refreshToken: randomToken('rt_') }))
  const grants = await provisionGrants(
    deps.knex,
    clientId,
    requested.map(({ memberId, refreshToken }) => ({ memberId, refreshHash: tokenHash(refreshToken) })),
  )
  if (grants === null) throw new Error(`There is no enabled application ${clientId}.`)
  return await Promise.all(
    requested.map(async ({ memberId, refreshToken }) => {
      const grant = grants.get(memberId)
      if (grant === undefined) throw new Error(`member ${memberId} got no grant`)
      return {
        memberId,
        refreshToken,
        accessToken: await mintFor(deps, signer, { clientId, memberId, grant }),
      }
    }),
  )
}

/**
 * Issues a short access token of the application for its test member, without a refresh token; null if the application
 * does not exist or is disabled.
 */
export async function issueTestToken(
  deps: Pick<ProvisionDeps, 'knex' | 'keys' | 'settings'>,
  clientId: string,
  memberId: string,
): Promise<string | null> {
  const grant = await provisionGrant(deps.knex, clientId, memberId, null)
  if (grant === null) return null
  return await mintFor(deps, deps.keys.signer(), { clientId, memberId, grant }, TEST_TOKEN_SECONDS)
}

async function mintFor(
  { settings }: Pick<ProvisionDeps, 'settings'>,
  signer: Signer,
  { clientId, memberId, grant }: { clientId: string; memberId: string | null; grant: ProvisionedGrant },
  seconds = Infinity,
): Promise<string> {
  return await mintAccessToken(signer, {
    issuer: settings.authUrl,
    audience: settings.baseUrl,
    clientId,
    memberId,
    grantId: grant.grantId,
    generation: grant.generation,
    issuedAt: grant.now,
    scopes: null,
    jkt: null,
    expiresIn: Math.min(seconds, accessTokenSeconds(grant)),
  })
}
