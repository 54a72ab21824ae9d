import { newClientSecret } from '../../../api/oauth/clients/new-credentials.js'
import { appNameError } from '../../../api/pages/developer/app-name.js'
import { redirectUrlError } from '../../../api/pages/developer/redirect-url.js'
import { changeApp, findApp } from '../../../db/oauth/apps.js'
import { deleteApp, revokeAllTokens, switchApp } from '../../../db/oauth/app-lifecycle.js'
import { rotateSecret } from '../../../db/oauth/app-secrets.js'
import { developerAccounts } from '../../../db/sign-in/developer-accounts.js'
import { createApplication } from '../../wiring/provision.js'
import { parseArguments } from '../arguments.js'
import type { CommandArguments, DatabaseCommand } from '../arguments.js'
import { UsageError } from '../command.js'
import { withDatabaseSession } from '../database-session.js'
import type { DatabaseSession } from '../database-session.js'
import { printTable } from '../format-table.js'

/** Overlaps of an old and a new secret, in seconds. */
const OVERLAPS: Record<string, number> = { 0: 0, '1h': 3_600, '24h': 86_400, '7d': 604_800 }

/** Manages applications. */
export const app: DatabaseCommand = {
  usage: [
    ['app list', 'list applications'],
    [
      'app add --name NAME --redirect URL [--developer ADDRESS] [--environment development|production] [--feed]',
      'create an application and print its secret once; one that only sends feeds needs no URL',
    ],
    [
      'app rotate CLIENT_ID [--overlap 0|1h|24h|7d] [--end-tokens]',
      'create a new secret; the old one keeps working for the overlap, by default 24 hours',
    ],
    [
      'app verify|unverify CLIENT_ID',
      'set whether the consent page calls it verified; a change of its name, redirect URL, links or developer resets it',
    ],
    ['app feed|no-feed CLIENT_ID', 'set whether it may send feeds (POST /v2/feeds/segments)'],
    [
      'app vouch CLIENT_ID --sources ID[,ID...]',
      "a loyalty number of these sources that it registers is proven to be its member's; it knows its customers",
    ],
    ['app no-vouch CLIENT_ID', 'it no longer vouches; numbers registered before stay proven'],
    [
      'app end-tokens|disable|enable|delete CLIENT_ID',
      'all but enable end its tokens within a second; a developer cannot enable what is disabled here',
    ],
  ],
  run: async (args) => {
    const parsed = parseArguments('app', args, {
      verbs: {
        list: [],
        add: [],
        ...Object.fromEntries(Object.keys(CHANGES).map((verb) => [verb, ['CLIENT_ID']])),
      },
      options: ['name', 'redirect', 'developer', 'environment', 'overlap', 'sources'],
      flags: ['feed', 'end-tokens'],
    })
    const newApp = parsed.verb === 'add' ? readNewApp(parsed) : null
    const overlapSeconds = readOverlap(parsed)
    const sources = parsed.verb === 'vouch' ? readSources(parsed) : []
    return await withDatabaseSession(async (session) => {
      if (parsed.verb === 'list') return await list(session)
      if (newApp !== null) return await add(session, newApp)
      const change = CHANGES[parsed.verb]
      if (change === undefined) throw new TypeError(parsed.verb)
      const clientId = parsed.positional('CLIENT_ID')
      if ((await findApp(session.knex, clientId)) === null) {
        console.error(`There is no application ${clientId}.`)
        return 1
      }
      const unknown = await unknownSources(session, sources)
      if (unknown.length > 0) {
        console.error(`--sources: there is no source ${unknown.join(', ')}; see \`source list\`.`)
        return 1
      }
      await change(session, clientId, { overlapSeconds, endTokens: parsed.flag('end-tokens'), sources })
      return 0
    })
  },
}

interface AppRow {
  client_id: string
  name: string
  environment: string
  redirect_uri: string | null
  disabled_at: Date | null
  verified: boolean
  feed: boolean
  vouches: string[]
}

async function list({ knex }: DatabaseSession): Promise<number> {
  const rows = await knex('app')
    .whereNull('deleted_at')
    .orderBy('created')
    .select<AppRow[]>(
      ...['client_id', 'name', 'environment', 'redirect_uri', 'disabled_at', 'verified', 'feed', 'vouches'],
    )
  printTable(
    ['client_id', 'name', 'environment', 'state', 'redirect URL'],
    rows.map((row) => [row.client_id, row.name, row.environment, stateOf(row), row.redirect_uri ?? '']),
  )
  return 0
}

function stateOf({ disabled_at, verified, feed, vouches }: AppRow): string {
  return [
    disabled_at === null ? 'on' : 'off',
    verified ? 'verified' : '',
    feed ? 'feed' : '',
    vouches.length > 0 ? `vouches for ${vouches.join(', ')}` : '',
  ]
    .filter((word) => word !== '')
    .join(' ')
}

interface NewApp {
  name: string
  redirectUri: string | null
  environment: 'development' | 'production'
  developer: string | null
  feed: boolean
}

function readNewApp(args: CommandArguments): NewApp {
  const name = args.required('name')
  const feed = args.flag('feed')
  const redirectUri = feed ? args.option('redirect') : args.required('redirect')
  const environment = args.option('environment') ?? 'production'
  if (environment !== 'development' && environment !== 'production')
    throw new UsageError(`--environment: "${environment}" must be development or production.`)
  const nameError = appNameError(name)
  if (nameError !== null) throw new UsageError(`--name: ${nameError}`)
  const urlError = redirectUri === null ? null : redirectUrlError(redirectUri, environment)
  if (urlError !== null) throw new UsageError(`--redirect: ${urlError}`)
  return { name, redirectUri, environment, developer: args.option('developer'), feed }
}

function readOverlap(args: CommandArguments): number {
  const given = args.option('overlap') ?? '24h'
  const seconds = OVERLAPS[given]
  if (seconds === undefined)
    throw new UsageError(`--overlap: "${given}" must be one of ${Object.keys(OVERLAPS).join(', ')}.`)
  return seconds
}

async function add(session: DatabaseSession, { developer, ...app }: NewApp): Promise<number> {
  const owner = developer === null ? null : await developerAccounts(session.knex).byEmail(developer)
  if (developer !== null && owner === null) {
    console.error(`--developer: there is no developer with the address ${developer}.`)
    return 1
  }
  const { clientId, clientSecret } = await createApplication(session, {
    developerId: owner?.id ?? null,
    ...app,
  })
  await session.audit('app_created', { clientId, detail: { name: app.name } })
  console.log(`client_id      ${clientId}`)
  console.log(`client_secret  ${clientSecret}`)
  console.log('The secret is not shown again.')
  return 0
}

function readSources(args: CommandArguments): string[] {
  const sources = args
    .required('sources')
    .split(',')
    .map((id) => id.trim())
    .filter((id) => id !== '')
  if (sources.length === 0) throw new UsageError('--sources: name at least one source.')
  return [...new Set(sources)]
}

async function unknownSources({ knex }: DatabaseSession, sources: readonly string[]): Promise<string[]> {
  const known = await knex('source').whereIn('id', sources).pluck<string[]>('id')
  return sources.filter((id) => !known.includes(id))
}

interface ChangeOptions {
  /** For `vouch`. */
  sources: readonly string[]
  overlapSeconds: number
  endTokens: boolean
}

const CHANGES: Record<
  string,
  (session: DatabaseSession, clientId: string, options: ChangeOptions) => Promise<void>
> = {
  rotate: async (session, clientId, { overlapSeconds, endTokens }) => {
    const secret = newClientSecret()
    await rotateSecret(session.knex, clientId, secret, { overlapSeconds, endTokens })
    await session.audit('secret_rotated', { clientId, detail: { overlap_seconds: overlapSeconds } })
    console.log(`client_secret  ${secret.value}`)
    console.log('The secret is not shown again.')
  },
  verify: async (session, clientId) => {
    await changeMarks(session, clientId, { verified: true })
    console.log(`${clientId} is verified.`)
  },
  unverify: async (session, clientId) => {
    await changeMarks(session, clientId, { verified: false })
    console.log(`${clientId} is no longer verified.`)
  },
  feed: async (session, clientId) => {
    await changeMarks(session, clientId, { feed: true })
    console.log(`${clientId} may send feeds.`)
  },
  'no-feed': async (session, clientId) => {
    await changeMarks(session, clientId, { feed: false })
    console.log(`${clientId} may no longer send feeds.`)
  },
  vouch: async (session, clientId, { sources }) => {
    await changeVouching(session, clientId, sources)
    console.log(`${clientId} vouches for loyalty numbers of ${sources.join(', ')}.`)
  },
  'no-vouch': async (session, clientId) => {
    await changeVouching(session, clientId, [])
    console.log(`${clientId} no longer vouches for loyalty numbers.`)
  },
  'end-tokens': async (session, clientId) => {
    await session.knex.transaction(async (trx) => {
      await revokeAllTokens(trx, clientId, 'ended by an operator')
    })
    await session.audit('tokens_ended', { clientId })
    console.log(`Revoked all tokens of ${clientId}.`)
  },
  disable: async (session, clientId) => {
    await switchApp(session.knex, clientId, false, 'operator')
    await session.audit('app_disabled', { clientId })
    console.log(`Disabled ${clientId} and revoked its tokens.`)
  },
  enable: async (session, clientId) => {
    await switchApp(session.knex, clientId, true, 'operator')
    await session.audit('app_enabled', { clientId })
    console.log(`Enabled ${clientId}.`)
  },
  delete: async (session, clientId) => {
    await deleteApp(session.knex, clientId)
    await session.audit('app_deleted', { clientId })
    console.log(`Deleted ${clientId} and revoked its tokens.`)
  },
}

async function changeMarks(
  session: DatabaseSession,
  clientId: string,
  change: { verified?: boolean; feed?: boolean },
): Promise<void> {
  await changeApp(session.knex, clientId, change)
  await session.audit('app_changed', { clientId, detail: change })
}

async function changeVouching(
  session: DatabaseSession,
  clientId: string,
  sources: readonly string[],
): Promise<void> {
  await changeApp(session.knex, clientId, { vouches: sources })
  await session.audit('app_changed', { clientId, detail: { vouches: sources.join(' ') } })
}
