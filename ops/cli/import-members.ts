/** `member import`: members of a file, and tokens for them. */
import { closeSync, openSync, writeSync } from 'node:fs'
import { findApp } from '../../db/oauth/apps.js'
import { recordCommand } from '../../db/operator/operator-command.js'
import { importInto } from '../wiring/members/import-members.js'
import { Refused, UsageError, type Answer } from './answer.js'
import type { CliContext } from './context.js'
import { readMemberFile } from './member-file.js'

const MAX_ERRORS_SHOWN = 20

/** Imports all members of the file, or none of them if a line is wrong. */
export async function importFile(
  context: CliContext,
  path: string,
  { tokensOf: clientId, tokens: tokenFile }: { tokensOf?: string | undefined; tokens?: string | undefined },
): Promise<Answer> {
  if ((clientId === undefined) !== (tokenFile === undefined))
    throw new UsageError('Give --tokens-of and --tokens together, or neither.')
  const { members, errors } = readFile(path)
  if (errors.length > 0)
    throw new Refused(
      [
        ...errors.slice(0, MAX_ERRORS_SHOWN).map(({ line, problem }) => `line ${String(line)} ${problem}`),
        `Lines with errors: ${String(errors.length)}. Nobody was imported.`,
      ].join('\n'),
    )
  if (clientId !== undefined && (await findApp(context.knex, clientId))?.app.disabled !== false)
    throw new Refused(`There is no application ${clientId}, or it is disabled.`)
  const file = tokenFile === undefined ? null : newFile(tokenFile)
  try {
    await recordCommand(context.pool, {
      command: 'member import',
      args: { members: members.length, ...(clientId === undefined ? {} : { client_id: clientId }) },
      by: context.operator,
      result: 'begun',
    })
    const began = performance.now()
    const { created, existed } = await importInto(
      await context.session(),
      members,
      clientId === undefined || file === null
        ? null
        : { clientId, writeTokens: (tokens) => writeSync(file, lines(tokens)) },
    )
    const seconds = ((performance.now() - began) / 1_000).toFixed(1)
    const report = [`${String(created)} created, ${String(existed)} existed, ${seconds} s`]
    if (tokenFile !== undefined) report.push(`tokens of all of them: ${tokenFile}`)
    return { data: { created, existed }, lines: report }
  } finally {
    if (file !== null) closeSync(file)
  }
}

function readFile(path: string): ReturnType<typeof readMemberFile> {
  try {
    return readMemberFile(path)
  } catch (error) {
    throw new UsageError(`FILE: ${error instanceof Error ? error.message : String(error)}.`)
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
