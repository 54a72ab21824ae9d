/**
 * Creates accounts without a usable password for new addresses and, if asked, issues tokens for every member of the file.
 */
import { newMemberRecord } from '../../../api/pages/member/member-record.js'
import { randomToken } from '../../../api/oauth/random-token.js'
import { importMembers } from '../../../db/sign-in/import-members.js'
import { issueManyTokens } from '../provision.js'
import type { MemberTokens, ProvisionDeps } from '../provision.js'

const CHUNK = 1_000

export interface MemberToImport {
  email: string
  firstName: string
  lastName: string
}

export interface ImportReport {
  created: number
  existed: number
}

/**
 * Imports the members, a thousand at a time. It may be repeated: addresses that exist are left as they are.
 * @param tokens for which application, and what writes the tokens of each thousand
 */
export async function importInto(
  deps: ProvisionDeps,
  members: readonly MemberToImport[],
  tokens: {
    clientId: string
    writeTokens: (tokens: Array<MemberTokens & { email: string }>) => unknown
  } | null,
): Promise<ImportReport> {
  const passwordHash = await deps.passwords.hash(randomToken('pw_'))
  const report: ImportReport = { created: 0, existed: 0 }
  for (let from = 0; from < members.length; from += CHUNK) {
    const now = new Date(deps.keys.now())
    const chunk = members.slice(from, from + CHUNK).map((member) => {
      const id = deps.ids.next()
      return { id, ...member, doc: newMemberRecord({ id, ...member }, now) }
    })
    const { ids, created } = await importMembers(deps.knex, chunk, passwordHash)
    report.created += created
    report.existed += chunk.length - created
    if (tokens === null) continue
    const emails = new Map([...ids].map(([email, id]) => [id, email]))
    const issued = await issueManyTokens(deps, tokens.clientId, [...emails.keys()])
    tokens.writeTokens(issued.map((one) => ({ ...one, email: emails.get(one.memberId) ?? '' })))
  }
  return report
}
