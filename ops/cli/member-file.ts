/** A file of members to import: one JSON object per line with email, first_name and last_name. */
import { readFileSync } from 'node:fs'
import { emailAddressError } from '../../api/pages/lib/form-checks.js'
import { emailKey } from '../../schemas/base/email-key.js'
import type { MemberToImport } from '../wiring/members/import-members.js'

const FIELDS = ['email', 'first_name', 'last_name']
const NAME_MAX = 100

/** What is wrong with a line, counted from 1. */
export interface LineFault {
  line: number
  problem: string
}

/** Reads the whole file. Throws if it cannot be read; returns every fault, and the members if there is none. */
export function readMemberFile(path: string): { members: MemberToImport[]; faults: LineFault[] } {
  const faults: LineFault[] = []
  const members: MemberToImport[] = []
  const lineOf = new Map<string, number>()
  for (const [at, text] of readFileSync(path, 'utf8').split('\n').entries()) {
    if (text.trim() === '') continue
    const line = at + 1
    const found = parseLine(text)
    if (typeof found === 'string') {
      faults.push({ line, problem: found })
      continue
    }
    const earlier = lineOf.get(emailKey(found.email))
    if (earlier !== undefined) faults.push({ line, problem: `has the address of line ${String(earlier)}` })
    lineOf.set(emailKey(found.email), line)
    members.push(found)
  }
  return { members, faults }
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
  if (unknown !== undefined) return `has the unknown field "${unknown}"; known are ${FIELDS.join(', ')}`
  const { email, first_name: firstName, last_name: lastName } = value
  if (typeof email !== 'string' || emailAddressError(email) !== null) return 'email is not an email address'
  if (!isName(firstName)) return `first_name must be a text of 1 to ${String(NAME_MAX)} characters`
  if (!isName(lastName)) return `last_name must be a text of 1 to ${String(NAME_MAX)} characters`
  return { email, firstName, lastName }
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= NAME_MAX
