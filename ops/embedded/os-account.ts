import { readFileSync } from 'node:fs'

export interface OsAccount {
  uid: number
  gid: number
}

/** Accounts that exist for running servers, best first. */
const CANDIDATES = ['postgres', 'nobody', 'daemon']

/**
 * The unprivileged account that servers run under when we are root (Postgres refuses root), or null when we are not.
 * Throws when the machine has none.
 */
export function serverOsAccount(): OsAccount | null {
  if (process.getuid?.() !== 0) return null
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of CANDIDATES) {
    const row = lines.find((cells) => cells[0] === name)
    const uid = Number(row?.[2])
    const gid = Number(row?.[3])
    if (row !== undefined && uid > 0 && gid >= 0) return { uid, gid }
  }
  throw new Error(`running as root needs one of the system accounts ${CANDIDATES.join(', ')} for Postgres`)
}
