import { appNameError } from '../../../api/pages/developer/app-name.js'
import { redirectUrlError } from '../../../api/pages/developer/redirect-url.js'
import { newClientSecret } from '../../../api/oauth/clients/new-credentials.js'
import { developerAccounts } from '../../../db/sign-in/accounts.js'
import {
  changeApp,
  deleteApp,
  revokeAllTokens,
  findApp,
  rotateSecret,
  switchApp,
} from '../../../db/oauth/apps.js'
import { createApplication } from '../../wiring/provision.js'
import { UsageError } from '../command.js'
import { withDatabaseSession } from '../database-session.js'
import type { DatabaseSession } from '../database-session.js'
import { printTable, parseArguments } from '../arguments.js'
import type { DatabaseCommand, CommandArguments } from '../arguments.js'

const OVERLAPS: Record<string, number> = { 0: 0, '1h': 3_600, '24h': 86_400, '7d': 604_800 }

/** Applications: list, add, rotate, switch, mark. */
export const app: DatabaseCommand = {
  usage: [
    ['app list', 'applications'],
    [
      'app add --name NAME --redirect URL [--developer ADDRESS] [--environment development|production] [--feed]',
      'a new application; its secret is shown once. One that only sends feeds needs no URL',
    ],
    [
      'app rotate CLIENT_ID [--overlap 0|1h|24h|7d] [--end-tokens]',
      'a new secret; the old one works on for the overlap, a day by default',
    ],
    [
      'app verify|unverify CLIENT_ID',
      'what the consent page says of it; "verified" ends when its name, redirect URL, links or developer change',
    ],
    ['app feed|no-feed CLIENT_ID', 'whether it may send feeds (POST /v2/feeds/segments)'],
    [
      'app end-tokens|disable|enable|delete CLIENT_ID',
      'its tokens end within a second; what is disabled here its developer cannot enable',
    ],
  ],
  run: async (args) => {
    const words = parseArguments('app', args, {
      verbs: {
        list: [],
        add: [],
        ...Object.fromEntries(Object.keys(CHANGES).map((verb) => [verb, ['CLIENT_ID']])),
      },
      options: ['name', 'redirect', 'developer', 'environment', 'overlap'],
      flags: ['feed', 'end-tokens'],
    })
    const asked = words.verb === 'add' ? newApp(words) : null
    const overlap = overlapOf(words)
    return await withDatabaseSession(async (desk) => {
      if (words.verb === 'list') return await list(desk)
      if (asked !== null) return await add(desk, asked, words)
      const change = CHANGES[words.verb]
      if (change === undefined) throw new TypeError(words.verb)
      const clientId = words.positional('CLIENT_ID')
      if ((await findApp(desk.knex, clientId)) === null) {
        console.error(`There is no application ${clientId}.`)
        return 1
      }
      await change(desk, clientId, { overlap, endTokens: words.flag('end-tokens') })
      return 0
    })
  },
}

async function list(desk: DatabaseSession): Promise<number> {
  const rows = await desk.knex('app').whereNull('deleted_at').orderBy('created').select<
    Array<{
      client_id: string
      name: string
      environment: string
      redirect_uri: string | null
      disabled_at: Date | null
      verified: boolean
      feed: boolean
    }>
  >('client_id', 'name', 'environment', 'redirect_uri', 'disabled_at', 'verified', 'feed')
  printTable(
    ['client_id', 'name', 'environment', 'state', 'redirect URL'],
    rows.map((row) => [
      row.client_id,
      row.name,
      row.environment,
      [row.disabled_at === null ? 'on' : 'off', row.verified ? 'verified' : '', row.feed ? 'feed' : '']
        .filter((word) => word !== '')
        .join(' '),
      row.redirect_uri ?? '',
    ]),
  )
  return 0
}

interface NewApp {
  name: string
  redirectUri: string | null
  environment: 'development' | 'production'
}

function newApp(words: CommandArguments): NewApp {
  const name = words.required('name')
  const redirectUri = words.flag('feed') ? words.option('redirect') : words.required('redirect')
  const environment = words.option('environment') ?? 'production'
  if (environment !== 'development' && environment !== 'production')
    throw new UsageError(`--environment: "${environment}" is neither development nor production.`)
  const nameFault = appNameError(name)
  if (nameFault !== null) throw new UsageError(`--name: ${nameFault}`)
  const redirectFault = redirectUri === null ? null : redirectUrlError(redirectUri, environment)
  if (redirectFault !== null) throw new UsageError(`--redirect: ${redirectFault}`)
  return { name, redirectUri, environment }
}

function overlapOf(words: CommandArguments): number {
  const given = words.option('overlap') ?? '24h'
  const seconds = OVERLAPS[given]
  if (seconds === undefined)
    throw new UsageError(`--overlap: "${given}" is none of ${Object.keys(OVERLAPS).join(', ')}.`)
  return seconds
}

async function add(
  desk: DatabaseSession,
  { name, redirectUri, environment }: NewApp,
  words: CommandArguments,
): Promise<number> {
  const address = words.option('developer')
  const owner = address === null ? null : await developerAccounts(desk.knex).byEmail(address)
  if (address !== null && owner === null) {
    console.error(`--developer: no developer has the address ${address}.`)
    return 1
  }
  const made = await createApplication(desk, {
    developerId: owner?.id ?? null,
    name,
    environment,
    redirectUri,
    feed: words.flag('feed'),
  })
  await desk.note('app_created', { clientId: made.clientId, detail: { name } })
  console.log(
    `client_id      ${made.clientId}\nclient_secret  ${made.clientSecret}\nThe secret is shown once.`,
  )
  return 0
}

const CHANGES: Record<
  string,
  (desk: DatabaseSession, clientId: string, how: { overlap: number; endTokens: boolean }) => Promise<void>
> = {
  rotate: async (desk, clientId, { overlap: overlapSeconds, endTokens }) => {
    const secret = newClientSecret()
    await rotateSecret(desk.knex, clientId, secret, { overlapSeconds, endTokens })
    await desk.note('secret_rotated', { clientId, detail: { overlap_seconds: overlapSeconds } })
    console.log(`client_secret  ${secret.value}\nThe secret is shown once.`)
  },
  verify: async (desk, clientId) => {
    await changeMarks(desk, clientId, { verified: true })
  },
  unverify: async (desk, clientId) => {
    await changeMarks(desk, clientId, { verified: false })
  },
  feed: async (desk, clientId) => {
    await changeMarks(desk, clientId, { feed: true })
  },
  'no-feed': async (desk, clientId) => {
    await changeMarks(desk, clientId, { feed: false })
  },
  'end-tokens': async (desk, clientId) => {
    await desk.knex.transaction(async (trx) => {
      await revokeAllTokens(trx, clientId, 'ended by an operator')
    })
    await desk.note('tokens_ended', { clientId })
    console.log('All its tokens have ended.')
  },
  disable: async (desk, clientId) => {
    await switchApp(desk.knex, clientId, false, 'operator')
    await desk.note('app_disabled', { clientId })
    console.log('Switched off; its tokens have ended.')
  },
  enable: async (desk, clientId) => {
    await switchApp(desk.knex, clientId, true, 'operator')
    await desk.note('app_enabled', { clientId })
    console.log('Switched on.')
  },
  delete: async (desk, clientId) => {
    await deleteApp(desk.knex, clientId)
    await desk.note('app_deleted', { clientId })
    console.log('Deleted; its tokens have ended.')
  },
}

async function changeMarks(
  desk: DatabaseSession,
  clientId: string,
  change: { verified?: boolean; feed?: boolean },
): Promise<void> {
  await changeApp(desk.knex, clientId, change)
  await desk.note('app_changed', { clientId, detail: change })
  console.log('Changed.')
}
