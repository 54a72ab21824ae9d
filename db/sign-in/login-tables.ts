import type { AccountType } from '../../schemas/oauth/account.js'

interface LoginTable {
  table: string
  /** Its key. */
  id: string
  codes: string
  /** The column of the recovery codes that has the key. */
  codesOf: string
}

/** Where the sign-in of an account and its recovery codes are. */
export const LOGIN: Readonly<Record<AccountType, LoginTable>> = {
  member: { table: 'member_login', id: 'member_id', codes: 'member_recovery_code', codesOf: 'member_id' },
  developer: { table: 'developer', id: 'id', codes: 'recovery_code', codesOf: 'developer_id' },
}
