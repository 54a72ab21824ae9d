import type { AccountType } from '../../schemas/oauth/account.js'

interface LoginTable {
  table: string
  /** The key column of the account. */
  id: string
  /** The table of its recovery codes, and the column there that refers to the account. */
  codes: string
  codesOf: string
}

/** The tables of accounts and their recovery codes. */
export const LOGIN: Readonly<Record<AccountType, LoginTable>> = {
  member: { table: 'member_login', id: 'member_id', codes: 'member_recovery_code', codesOf: 'member_id' },
  developer: { table: 'developer', id: 'id', codes: 'recovery_code', codesOf: 'developer_id' },
}
