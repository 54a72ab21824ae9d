/** Makes members and their tokens in the service's own database: what a thousand sign-ups and consents would have made. */
import { newMemberRecord } from '../../../api/pages/member/member-record.js'
import { openKeyRing } from '../../../api/oauth/keys/key-ring.js'
import { vault } from '../../../api/oauth/vault.js'
import { connect } from '../../../db/pg/connect.js'
import type { Database } from '../../../db/pg/connect.js'
import { leaseIdSlot } from '../../../db/ingress/id-slots.js'
import { memberAccounts } from '../../../db/sign-in/member-accounts.js'
import { findApp } from '../../../db/oauth/apps.js'
import { signingKeyStore } from '../../../db/oauth/signing-keys.js'
import { idGenerator } from '../../../schemas/base/ids.js'
import type { Id } from '../../../schemas/base/ids.js'
import type { Log } from '../../../schemas/base/log.js'
import { issueTokens, createApplication } from '../../wiring/provision.js'
import type { Person } from '../travel/people.js'

export interface MemberFactoryOptions {
  databaseUrl: string
  secretKey: string
  baseUrl: string
  authUrl: string
  log: Log
}

export interface MemberFactory {
  /** The member with that address, made when there is none, and an access token of its partner application. */
  create: (person: Person, email: string) => Promise<{ id: Id; token: string; isNew: boolean }>
  close: () => Promise<void>
}

/** A partner application speaks for so many members, so that none meets the limit of an application. */
const MEMBERS_PER_PARTNER = 10

/** Nobody signs in as a demo member: this is the hash of no password. */
const NO_PASSWORD = '!'

/** Opens the desk; close it when the members are made. */
export async function openMemberFactory(options: MemberFactoryOptions): Promise<MemberFactory> {
  const { log, baseUrl, authUrl } = options
  const database = connect({ url: options.databaseUrl, name: 'tripfold demo', log })
  const slot = await leaseIdSlot(database.pool, {
    owner: `demo ${process.pid} ${Date.now()}`,
    log,
    lost: () => {
      throw new Error('the id slot was lost')
    },
  })
  const ids = idGenerator(slot.slot, Date.now)
  const keys = await openKeyRing({
    store: signingKeyStore(database.knex),
    vault: vault(options.secretKey),
    now: Date.now,
  })
  const accounts = memberAccounts(database.knex)
  const partners = new Map<number, Promise<string>>()
  const partnerOf = async (person: Person): Promise<string> => {
    const number = Math.floor(person.index / MEMBERS_PER_PARTNER)
    const partner = partners.get(number) ?? partnerApp(database.knex, number)
    partners.set(number, partner)
    return await partner
  }
  return {
    create: async (person, email) => {
      const known = await accounts.byEmail(email)
      const id = known?.id ?? ids.next()
      if (known === null) {
        await accounts.create({
          id,
          email,
          firstName: person.first,
          lastName: person.last,
          passwordHash: NO_PASSWORD,
          doc: withHome({ id, email, firstName: person.first, lastName: person.last }, person),
        })
      }
      const { accessToken } = await issueTokens(
        { knex: database.knex, keys, settings: { authUrl, baseUrl } },
        await partnerOf(person),
        id,
      )
      return { id, token: accessToken, isNew: known === null }
    },
    close: async () => {
      await slot.release()
      await database.close()
    },
  }
}

async function partnerApp(knex: Database['knex'], number: number): Promise<string> {
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

/** The record of a member who lives at the person's home airport and always has. */
function withHome(
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
    country,
    time_zone_id: zone,
    home_airports: [code],
    homes: [{ from: null, city, admin_code: adminCode, country, ...place, airports: [code] }],
  })
}
