import { hostname, userInfo } from 'node:os'

/**
 * The person who runs a command, as the audit log keeps it: the setting OPERATOR, else the account on this machine as
 * `account@host`.
 */
export function operatorName(given: string): string {
  return given === '' ? `${accountName()}@${hostname()}` : given
}

/** A container may run as an account that has no name. */
function accountName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid-${process.getuid?.() ?? 'unknown'}`
  }
}
