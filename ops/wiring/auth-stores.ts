/** The stores of the authorization server over their SQL. */
import type { Knex } from 'knex'
import type pg from 'pg'
import { awaitFold } from '../../api/commands/submit-command.js'
import type { AuthServerDeps } from '../../api/pages/auth-server.js'
import type { DeveloperAppStore } from '../../api/pages/developer/app-stores.js'
import { newMemberRecord } from '../../api/pages/member/member-record.js'
import type {
  LoyaltyChange,
  LoyaltyStore,
  MemberWrite,
  ProfileStore,
  WriteStore,
  Written,
} from '../../api/pages/member/ports.js'
import type { SegmentQuota } from '../../api/ports/segment-quota.js'
import { provenHolder } from '../../db/feeds/prove-number.js'
import { bookingProof } from '../../schemas/feeds/booking-proof.js'
import { transferApp, deleteApp, revokeAllTokens, switchApp } from '../../db/oauth/app-lifecycle.js'
import { changeApp, createApp, listApps } from '../../db/oauth/apps.js'
import { countConnected } from '../../db/oauth/connected-apps.js'
import { listSecrets, revokeSecret, rotateSecret } from '../../db/oauth/app-secrets.js'
import { approve, refreshOwner, revokeGrant, revokeToken } from '../../db/oauth/grants.js'
import { exchangeCode, grantApp, rotateRefresh } from '../../db/oauth/token-exchange.js'
import { batchReads } from '../../db/reads/batches.js'
import { developerAccounts } from '../../db/sign-in/developer-accounts.js'
import { eraseTestMembers, openErasure } from '../../db/person/erasures.js'
import { changeEmail } from '../../db/sign-in/change-email.js'
import type { NewAddress } from '../../db/sign-in/change-email.js'
import { memberAccounts } from '../../db/sign-in/member-accounts.js'
import type { Id, IdGenerator } from '../../schemas/base/ids.js'
import type { Log } from '../../schemas/base/log.js'
import type { AddressChange } from '../../schemas/oauth/account.js'
import { encodeMessage } from '../../schemas/stream/message.js'
import type { MessageKind } from '../../schemas/stream/message.js'
import type { Publish } from '../../schemas/stream/publish-error.js'
import { memberSubject } from '../../schemas/stream/subjects.js'
import type { CallbackChanged } from '../../schemas/webhooks/delivery.js'
import { overConnection } from './over-connection.js'

export function grantStore(knex: Knex): AuthServerDeps['grants'] {
  return overConnection(knex, {
    approve,
    exchangeCode,
    rotateRefresh,
    grantApp,
    refreshOwner,
    revokeGrant,
    revokeToken,
  })
}

/**
 * Member accounts; `create` also creates the member's record and returns the id, or null if the address is in
 * use.
 */
export function memberAccountStore(knex: Knex, commands: MessageDeps): AuthServerDeps['members'] {
  const { ids, now } = commands
  const accounts = memberAccounts(knex)
  return {
    ...accounts,
    create: async (member) => {
      const id = ids.next()
      const doc = newMemberRecord({ ...member, id }, new Date(now()))
      return (await accounts.create({ ...member, id, doc })) ? id : null
    },
    changeEmail: async (id, email, link) => await changeMemberAddress(knex, commands, { id, email, link }),
    erase: async (id, requestedBy) => await openErasure(knex, id, requestedBy),
  }
}

/** The change holds once the stream has that of the member's record, which the fold makes. */
export async function changeMemberAddress(
  knex: Knex,
  commands: MessageDeps,
  address: NewAddress,
): Promise<AddressChange> {
  const { id, email } = address
  return await changeEmail(knex, 'member', address, async () => {
    await publishChange(commands, id, { kind: 'profile', body: { email } })
  })
}

/** Developer accounts; `create` returns the id, or null if the address is in use. */
export function developerStore(knex: Knex, ids: IdGenerator): AuthServerDeps['developers'] {
  const accounts = developerAccounts(knex)
  return {
    ...accounts,
    create: async (developer) => {
      const id = ids.next()
      return (await accounts.create({ ...developer, id })) ? id : null
    },
    changeEmail: async (id, email, link) => await changeEmail(knex, 'developer', { id, email, link }),
  }
}

/** `announce` tells the delivery workers of a changed or removed callback. */
export function developerAppStore(
  knex: Knex,
  announce: (change: CallbackChanged) => void,
): DeveloperAppStore {
  const announceRemoved = (callbacks: readonly Id[]): void => {
    for (const callback of callbacks) announce({ callback, version: null })
  }
  return {
    ...overConnection(knex, {
      list: listApps,
      secrets: listSecrets,
      countConnections: countConnected,
      create: createApp,
      change: changeApp,
      rotate: rotateSecret,
      revokeSecret,
    }),
    revokeTokens: async (clientId) => {
      await knex.transaction(async (trx) => {
        await revokeAllTokens(trx, clientId, 'ended by the developer')
      })
    },
    setEnabled: async (clientId, on) => await switchApp(knex, clientId, on, 'developer'),
    delete: async (clientId) => {
      await eraseTestMembers(knex, clientId, 'developer')
      announceRemoved(await deleteApp(knex, clientId))
    },
    transfer: async (clientId, from, to) => {
      const callbacks = await transferApp(knex, clientId, from, to)
      announceRemoved(callbacks ?? [])
      return callbacks !== null
    },
  }
}

export interface MessageDeps {
  publish: Publish
  ids: IdGenerator
  now: () => number
}

export interface PageCommandDeps extends MessageDeps {
  pool: pg.Pool
  log: Log
  /** Absent: no limit. */
  segmentQuota?: SegmentQuota | undefined
}

/** How long a page waits for its change, milliseconds. */
const FOLD_WAIT_MS = 3_000

type Outcome = 'done' | 'pending' | 'refused'

/** Publishes a change for the fold; returns the id of its batch. */
async function publishChange(
  { publish, ids, now }: MessageDeps,
  member: Id,
  { kind, body, envelope = {} }: MemberWrite,
): Promise<Id> {
  const batch = ids.next()
  const head = { v: 1, kind, batch, received: now(), ...envelope } as const
  await publish(
    encodeMessage(head, Buffer.from(JSON.stringify(body))),
    memberSubject(member),
    `${member}:${batch}`,
  )
  return batch
}

/** Publishes a change and waits for it; its outcome is null too if it cannot be read. */
export async function write(deps: PageCommandDeps, member: Id, change: MemberWrite): Promise<Written> {
  const { pool, log, segmentQuota } = deps
  segmentQuota?.take(member, 1)
  const batch = await publishChange(deps, member, change)
  const reads = { batches: batchReads(pool) }
  const row = await awaitFold({ reads }, member, batch, FOLD_WAIT_MS).catch((error: unknown) => {
    log.warn({ err: error, batch }, 'outcome not read; shown as pending')
    return null
  })
  return { batch, row }
}

async function submit(deps: PageCommandDeps, member: Id, kind: MessageKind, body: object): Promise<Outcome> {
  const { row } = await write(deps, member, { kind, body })
  if (row === null) return 'pending'
  return row.refusal === null ? 'done' : 'refused'
}

/** Writes of a member's own pages, as the operations of the API make them. */
export function writeStore(deps: PageCommandDeps): WriteStore {
  return { write: async (member, change) => await write(deps, member, change) }
}

/** Changes of loyalty accounts. */
export function loyaltyStore(deps: PageCommandDeps): LoyaltyStore {
  const change = async (member: Id, body: object): Promise<LoyaltyChange> => {
    const outcome = await submit(deps, member, 'account', body)
    return outcome === 'refused' ? 'not_found' : outcome
  }
  return {
    confirm: async (member, account, booking) => {
      const proof = bookingProof(booking)
      const holder = proof === null ? null : await provenHolder(deps.pool, member, account, proof)
      return holder === null ? 'unknown_booking' : await change(member, { confirm: account, holder })
    },
    remove: async (member, account) => await change(member, { remove: account }),
  }
}

/** Changes of the member record, as PUT /v2/me makes them. */
export function profileStore(deps: PageCommandDeps): ProfileStore {
  return { change: async (member, change) => await submit(deps, member, 'profile', change) }
}
