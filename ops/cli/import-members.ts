/** `member import`: members of a file, and tokens for them. */
import { closeSync, openSync, writeSync } from 'node:fs'
import { findApp } from '../../db/oauth/apps.js'
import { recordCommand } from '../../db/operator/operator-command.js'
import { loadConfig } from '../config/config.js'
import { importInto } from '../wiring/members/import-members.js'
import type { MemberToImport } from '../wiring/members/import-members.js'
import type { CommandArguments } from './arguments.js'
import { UsageError } from './command.js'
import { withDatabaseSession } from './database-session.js'
import type { DatabaseSession } from './database-session.js'
import { readMemberFile } from './member-file.js'
import { operatorName } from './operator-name.js'

const MAX_ERRORS_SHOWN = 20

interface ImportRequest {
  members: MemberToImport[]
  clientId: string | null
  tokenFile: string | null
}

/** Imports all members of the file, or none of them if a line is wrong. */
export async function importFile(args: CommandArguments): Promise<number> {
  const path = args.positional('FILE')
  const clientId = args.option('tokens-of')
  const tokenFile = args.option('tokens')
  if ((clientId === null) !== (tokenFile === null))
    throw new UsageError('Give --tokens-of and --tokens together, or neither.')
  const { members, errors } = readFile(path)
  if (errors.length > 0) {
    for (const { line, problem } of errors.slice(0, MAX_ERRORS_SHOWN))
      console.error(`line ${String(line)} ${problem}`)
    console.error(`${String(errors.length)} of the lines are wrong; nobody was imported.`)
    return 1
  }
  return await withDatabaseSession(async (session) => await run(session, { members, clientId, tokenFile }))
}

function readFile(path: string): ReturnType<typeof readMemberFile> {
  try {
    return readMemberFile(path)
  } catch (error) {
    throw new UsageError(`FILE: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

async function run(
  session: DatabaseSession,
  { members, clientId, tokenFile }: ImportRequest,
): Promise<number> {
  if (clientId !== null && (await findApp(session.knex, clientId))?.app.disabled !== false) {
    console.error(`There is no application ${clientId}, or it is disabled.`)
    return 1
  }
  const file = tokenFile === null ? null : newFile(tokenFile)
  try {
    await recordCommand(session.pool, {
      command: 'member import',
      args: { members: members.length, ...(clientId === null ? {} : { client_id: clientId }) },
      by: operatorName(loadConfig().OPERATOR),
      result: 'begun',
    })
    const began = performance.now()
    const { created, existed } = await importInto(
      session,
      members,
      clientId === null || file === null
        ? null
        : { clientId, writeTokens: (tokens) => writeSync(file, lines(tokens)) },
    )
    const seconds = ((performance.now() - began) / 1_000).toFixed(1)
    console.log(`${String(created)} created, ${String(existed)} existed, ${seconds} s`)
    if (tokenFile !== null) console.log(`tokens of all of them: ${tokenFile}`)
    return 0
  } finally {
    if (file !== null) closeSync(file)
  }
}

/** A file that exists is not replaced: its tokens may be in use. */
function newFile(path: string): number {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (error) {
    throw new UsageError(
      `--tokens: ${path} cannot be made (${(error as NodeJS.ErrnoException).code ?? ''}); name a new file.`,
    )
  }
}

const lines = (
  tokens: ReadonlyArray<{ email: string; memberId: string; accessToken: string; refreshToken: string }>,
): string =>
  tokens
    .map(
      ({ email, memberId, accessToken, refreshToken }) =>
        `${JSON.stringify({ email, member_id: memberId, access_token: accessToken, refresh_token: refreshToken })}\n`,
    )
    .join('')
