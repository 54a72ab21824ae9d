/** A file of members to import: one JSON object per line with email, first_name and last_name. */
import { readFileSync } from 'node:fs'
import { asLine, emailAddressError, lineError } from '../../api/pages/lib/form-checks.js'
import { emailKey } from '../../schemas/base/email-key.js'
import type { MemberToImport } from '../wiring/members/import-members.js'

const FIELDS = ['email', 'first_name', 'last_name']
const NAME_MAX = 100

/** What is wrong with a line, counted from 1. */
export interface LineError {
  line: number
  problem: string
}

/** Reads the whole file. Throws if it cannot be read; returns every error, and the members if there is none. */
export function readMemberFile(path: string): { members: MemberToImport[]; errors: LineError[] } {
  const errors: LineError[] = []
  const members: MemberToImport[] = []
  const lineOf = new Map<string, number>()
  for (const [at, text] of readFileSync(path, 'utf8').split('\n').entries()) {
    if (text.trim() === '') continue
    const line = at + 1
    const found = parseLine(text)
    if (typeof found === 'string') {
      errors.push({ line, problem: found })
      continue
    }
    const earlier = lineOf.get(emailKey(found.email))
    if (earlier !== undefined)
      errors.push({ line, problem: `has the same address as line ${String(earlier)}` })
    lineOf.set(emailKey(found.email), line)
    members.push(found)
  }
  return { members, errors }
}

function parseLine(text: string): MemberToImport | string {
  let value: Record<string, unknown>
  try {
    value = JSON.parse(text) as Record<string, unknown>
  } catch {
    return 'is not JSON: write one object per line, such as {"email":"ada@example.com","first_name":"Ada","last_name":"Byron"}'
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'is not a JSON object'
  const unknown = Object.keys(value).find((name) => !FIELDS.includes(name))
  if (unknown !== undefined) return `has the unknown field "${unknown}"; the fields are ${FIELDS.join(', ')}`
  const { email, first_name: firstName, last_name: lastName } = value
  if (typeof email !== 'string' || emailAddressError(email) !== null)
    return 'email is not a valid email address'
  const first = checkName('first_name', firstName)
  const last = checkName('last_name', lastName)
  const error = first.error ?? last.error
  return error ?? { email, firstName: first.name, lastName: last.name }
}

/** As sign-up checks it. */
function checkName(field: string, value: unknown): { name: string; error: string | null } {
  if (typeof value !== 'string') return { name: '', error: `${field} must be a string` }
  const name = asLine(value)
  const problem = lineError(name, 'the name', NAME_MAX)
  return { name, error: problem === null ? null : `${field}: ${problem}` }
}
