/** Passkeys of members. */
import type { Knex } from 'knex'
import type { Passkey, PasskeyStore } from '../../schemas/oauth/factors/passkey.js'
import { columnsOf, rowsOf } from '../pg/knex-rows.js'

const SELECT = `
  select member_id::text, credential_id, user_handle, public_key, counter::float8 as counter, transports from passkey`

const LIST = `
  select id::text, name, created_at as created, used_at as last_used from passkey where member_id = ? order by id`

const USE = `
  update passkey set counter = :counter, used_at = clock_timestamp()
  where credential_id = :id and (counter < :counter or counter = 0 and :counter = 0)`

export function passkeys(knex: Knex): PasskeyStore {
  const ofCondition = async (condition: string, value: string | Buffer): Promise<Passkey[]> =>
    await rowsOf<Passkey>(knex, `${SELECT} where ${condition} order by id`, [value])
  return {
    list: async (memberId) => await rowsOf(knex, LIST, [memberId]),
    ofMember: async (memberId) => await ofCondition('member_id = ?', memberId),
    find: async (credentialId) => (await ofCondition('credential_id = ?', credentialId))[0] ?? null,
    add: async (passkey) => {
      const columns = columnsOf(
        passkey,
        'memberId',
        'credentialId',
        'userHandle',
        'publicKey',
        'counter',
        'transports',
        'name',
      )
      return (
        (await knex('passkey').insert(columns).onConflict('credential_id').ignore().returning('id'))
          .length === 1
      )
    },
    use: async (id, counter) =>
      ((await knex.raw(USE, { id, counter })) as { rowCount: number }).rowCount === 1,
    remove: async (memberId, id) => (await knex('passkey').where({ member_id: memberId, id }).delete()) === 1,
  }
}
