/** `member export`: everything about a member, as files. */
import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { findMemberId } from '../../db/sign-in/member-accounts.js'
import { addresses } from '../config/addresses.js'
import { personExport } from '../wiring/members/person-export.js'
import { Refused, UsageError, values, type Answer } from './answer.js'
import { recordAudit, type CliContext } from './context.js'

const ENDINGS = ['json', 'ics']
/** The files hold a person's data: only who ran the command may read them. */
const PRIVATE = { mode: 0o600, flag: 'wx' } as const

/**
 * Writes `member-ID.json` and `member-ID.ics` into the folder, which is made if there is none. The files have these names
 * once both are complete: an export that breaks leaves none, and can be repeated.
 */
export async function exportMember(
  context: CliContext,
  addressOrId: string,
  { out: dir }: { out: string },
): Promise<Answer> {
  const member = await findMemberId(context.knex, addressOrId)
  if (member === null) throw new Refused(`There is no member ${addressOrId}.`)
  const { document, calendar } = personExport(context.pool, {
    authUrl: addresses(context.config).authUrl,
    now: Date.now,
  })
  const file = (ending: string): string => join(dir, `member-${member}.${ending}`)
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    const existing = ENDINGS.map(file).find((path) => existsSync(path))
    if (existing !== undefined)
      throw new UsageError(`--out: ${existing} already exists; name another folder.`)
    await recordAudit(context, 'data_exported', { memberId: member })
    await writeFiles(file, async (partial) => {
      await pipeline(document(member), createWriteStream(partial('json'), PRIVATE))
      writeFileSync(partial('ics'), await calendar(member), PRIVATE)
    })
  } catch (error) {
    throw isFileError(error) ? new UsageError(`--out: ${error.message}.`) : error
  }
  return values({ everything: file('json'), 'the itinerary': file('ics') })
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
