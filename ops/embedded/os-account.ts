import { readFileSync } from 'node:fs'

export interface OsAccount {
  uid: number
  gid: number
}

/** Accounts that exist for running servers, preferred first. */
const CANDIDATES = ['postgres', 'nobody', 'daemon']

/**
 * The unprivileged account for servers if this process runs as root, because Postgres refuses root; otherwise
 * null. Throws if the machine has no such account.
 */
export function serverOsAccount(): OsAccount | null {
  if (process.getuid?.() !== 0) return null
  const rows = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of CANDIDATES) {
    const row = rows.find((cells) => cells[0] === name)
    const uid = Number(row?.[2])
    const gid = Number(row?.[3])
    if (row !== undefined && uid > 0 && gid >= 0) return { uid, gid }
  }
  throw new Error(
    `Running as root requires one of the system accounts ${CANDIDATES.join(', ')} for Postgres.`,
  )
}
