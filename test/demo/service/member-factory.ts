/**
 * Creates members and tokens directly in the service's database, in place of hundreds of sign-ups and
 * consents.
 */
import { newMemberRecord } from '../../../api/pages/member/member-record.js'
import { findApp } from '../../../db/oauth/apps.js'
import { connect } from '../../../db/pg/connect.js'
import type { Database } from '../../../db/pg/connect.js'
import { memberAccounts } from '../../../db/sign-in/member-accounts.js'
import type { Id } from '../../../schemas/base/ids.js'
import type { Log } from '../../../schemas/base/log.js'
import { leaseIds, shortLivedLessee } from '../../../ops/wiring/id-generator.js'
import { createApplication, issueTokens } from '../../../ops/wiring/provision.js'
import type { SecretKeys } from '../../../ops/wiring/secrets/config-vault.js'
import { openSigningKeys } from '../../../ops/wiring/secrets/signing-keys.js'
import type { Person } from '../travel/people.js'

export interface MemberFactoryOptions {
  databaseUrl: string
  secrets: SecretKeys
  baseUrl: string
  authUrl: string
  log: Log
}

export interface MemberFactory {
  /**
   * The member with that address, created if there is none, and an access token of its partner application.
   */
  create: (person: Person, email: string) => Promise<{ id: Id; token: string; isNew: boolean }>
  close: () => Promise<void>
}

/** Members of one partner application: few enough that none reaches the rate limit of an application. */
const MEMBERS_PER_PARTNER = 10

/** Not the hash of any password: demo members cannot sign in. */
const NO_PASSWORD = '!'

/** Connects to the database; close the factory when all members are created. */
export async function openMemberFactory(options: MemberFactoryOptions): Promise<MemberFactory> {
  const { log, baseUrl, authUrl } = options
  const database = connect({ url: options.databaseUrl, name: 'tripfold demo', log })
  const { knex, pool } = database
  const { ids, release } = await leaseIds(pool, { lessee: shortLivedLessee('demo'), log })
  const keys = await openSigningKeys(knex, options.secrets)
  const accounts = memberAccounts(knex)
  const partners = new Map<number, Promise<string>>()
  const partnerOf = async ({ index }: Person): Promise<string> => {
    const number = Math.floor(index / MEMBERS_PER_PARTNER)
    const partner = partners.get(number) ?? findOrCreatePartner(knex, number)
    partners.set(number, partner)
    return await partner
  }
  return {
    create: async (person, email) => {
      const existing = await accounts.byEmail(email)
      const id = existing?.id ?? ids.next()
      if (existing === null) {
        const member = { id, email, firstName: person.first, lastName: person.last }
        await accounts.create({
          ...member,
          passwordHash: NO_PASSWORD,
          doc: recordWithHome(member, person),
        })
      }
      const { accessToken } = await issueTokens(
        { knex, keys, settings: { authUrl, baseUrl } },
        await partnerOf(person),
        id,
      )
      return { id, token: accessToken, isNew: existing === null }
    },
    close: async () => {
      await release()
      await database.close()
    },
  }
}

async function findOrCreatePartner(knex: Database['knex'], number: number): Promise<string> {
  const clientId = `demo-partner-${number}`
  if ((await findApp(knex, clientId)) === null)
    await createApplication(
      { knex },
      {
        developerId: null,
        name: `Demo partner ${number + 1}`,
        environment: 'development',
        redirectUri: null,
        clientId,
      },
    )
  return clientId
}

/** The record of a member who has always lived at the person's home airport. */
function recordWithHome(
  member: { id: Id; email: string; firstName: string; lastName: string },
  { home }: Person,
): string {
  const { city, adminCode, country, lat, lon, zone, code } = home
  const record = JSON.parse(newMemberRecord(member, new Date())) as Record<string, unknown>
  const place = { lat: String(lat), lon: String(lon), time_zone_id: zone }
  return JSON.stringify({
    ...record,
    home_city: city,
    home_city_lat: place.lat,
    home_city_lon: place.lon,
    state: adminCode,
    admin_code: adminCode,
    country,
    time_zone_id: zone,
    home_airports: [code],
    homes: [
      { from: null, city, admin_code: adminCode, country, ...place, airports: [code], state: adminCode },
    ],
  })
}
