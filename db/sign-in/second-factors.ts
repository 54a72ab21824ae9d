/** The second factor (TOTP), stored in the row of its account. */
import type { Knex } from 'knex'
import type { AccountType, SecondFactorRows } from '../../schemas/oauth/account.js'
import { LOGIN } from './login-tables.js'
import { deleteRecoveryCodes } from './recovery-codes.js'

export function secondFactorRows(knex: Knex, type: AccountType): SecondFactorRows {
  const { table, id: column } = LOGIN[type]
  const row = (id: string, on: Knex = knex): Knex.QueryBuilder => on(table).where({ [column]: id })
  const factor = (sealed: Buffer | null, step: number) => ({
    totp: sealed,
    totp_step: step,
    changed_at: knex.raw('clock_timestamp()'),
  })
  return {
    setTotp: async (id, sealed, step) => (await row(id).whereNull('totp').update(factor(sealed, step))) === 1,
    replaceTotp: async (id, sealed, step) => {
      await row(id).update(factor(sealed, step))
    },
    forgetTotp: async (id) => {
      await knex.transaction(async (trx) => {
        await row(id, trx).update(factor(null, 0))
        await deleteRecoveryCodes(trx, { type, id })
      })
    },
    takeTotpStep: async (id, step) =>
      (await row(id).where('totp_step', '<', step).update({ totp_step: step })) === 1,
  }
}
