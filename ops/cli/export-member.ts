/** `member export`: everything about a member, as files. */
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { bundledModule } from '../process/node-program.js'
import { personExport } from '../wiring/members/person-export.js'
import { UsageError } from './command.js'
import { withDatabaseSession } from './database-session.js'
import type { DatabaseSession } from './database-session.js'
import { findMember } from './find-member.js'

/** The files hold a person's data: only who ran the command may read them. */
const PRIVATE = { mode: 0o600, flag: 'wx' } as const

/** Writes `member-ID.json` and `member-ID.ics` into the folder, which is made if there is none. */
export async function exportMember(addressOrId: string, dir: string): Promise<number> {
  return await withDatabaseSession(async (session) => await write(session, addressOrId, dir))
}

async function write(session: DatabaseSession, addressOrId: string, dir: string): Promise<number> {
  const member = await findMember(session, addressOrId)
  if (member === null) {
    console.error(`There is no member ${addressOrId}.`)
    return 1
  }
  const { pool, settings } = session
  const thread = bundledModule('render-thread')
  const { close, document, calendar } = personExport(pool, {
    authUrl: settings.authUrl,
    thread,
    now: Date.now,
  })
  const file = (ending: string): string => join(dir, `member-${member}.${ending}`)
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    await session.audit('data_exported', { memberId: member })
    await pipeline(document(member), createWriteStream(file('json'), PRIVATE))
    writeFileSync(file('ics'), await calendar(member), PRIVATE)
  } catch (error) {
    throw isFileError(error) ? new UsageError(`--out: ${error.message}.`) : error
  } finally {
    await close()
  }
  console.log(`everything      ${file('json')}\nthe itinerary   ${file('ics')}`)
  return 0
}

const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'path' in error
