/** `member export`: everything about a member, as files. */
import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { bundledModule } from '../process/node-program.js'
import { personExport } from '../wiring/members/person-export.js'
import { UsageError } from './command.js'
import { withDatabaseSession } from './database-session.js'
import type { DatabaseSession } from './database-session.js'
import { findMember } from './find-member.js'

const ENDINGS = ['json', 'ics']
/** The files hold a person's data: only who ran the command may read them. */
const PRIVATE = { mode: 0o600, flag: 'wx' } as const

/**
 * Writes `member-ID.json` and `member-ID.ics` into the folder, which is made if there is none. The files have these names
 * once both are complete: an export that breaks leaves none, and can be repeated.
 */
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
    const existing = ENDINGS.map(file).find((path) => existsSync(path))
    if (existing !== undefined) throw new UsageError(`--out: ${existing} exists; name another folder.`)
    await session.audit('data_exported', { memberId: member })
    await writeFiles(file, async (partial) => {
      await pipeline(document(member), createWriteStream(partial('json'), PRIVATE))
      writeFileSync(partial('ics'), await calendar(member), PRIVATE)
    })
  } catch (error) {
    throw isFileError(error) ? new UsageError(`--out: ${error.message}.`) : error
  } finally {
    await close()
  }
  console.log(`everything      ${file('json')}\nthe itinerary   ${file('ics')}`)
  return 0
}

/** Writes both files under other names, and gives them theirs once both are complete. */
async function writeFiles(
  file: (ending: string) => string,
  write: (partial: (ending: string) => string) => Promise<void>,
): Promise<void> {
  const partial = (ending: string): string => `${file(ending)}.partial`
  const removePartial = (): void => {
    for (const ending of ENDINGS) rmSync(partial(ending), { force: true })
  }
  removePartial()
  try {
    await write(partial)
    for (const ending of ENDINGS) renameSync(partial(ending), file(ending))
  } finally {
    removePartial()
  }
}

const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'path' in error
