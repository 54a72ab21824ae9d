import { appNameFault } from '../../api/console/app-name.js'
import { redirectUrlFault } from '../../api/console/redirect-url.js'
import { newClientSecret } from '../../api/oauth/credentials.js'
import { developerAccounts } from '../../db/oauth-accounts.js'
import { changeApp, deleteApp, endAllTokens, findApp, rotateSecret, switchApp } from '../../db/oauth-apps.js'
import { makeApp } from '../provision.js'
import { UsageFault } from './command.js'
import { atDesk } from './desk.js'
import type { Desk } from './desk.js'
import { printTable, readWords } from './words.js'
import type { DeskCommand, Words } from './words.js'

const OVERLAPS: Record<string, number> = { 0: 0, '1h': 3_600, '24h': 86_400, '7d': 604_800 }

/** Applications: list, add, rotate, switch, mark. */
export const app: DeskCommand = {
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
    const words = readWords('app', args, {
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
    return await atDesk(async (desk) => {
      if (words.verb === 'list') return await list(desk)
      if (asked !== null) return await add(desk, asked, words)
      const change = CHANGES[words.verb]
      if (change === undefined) throw new TypeError(words.verb)
      const clientId = words.word('CLIENT_ID')
      if ((await findApp(desk.knex, clientId)) === null) {
        console.error(`There is no application ${clientId}.`)
        return 1
      }
      await change(desk, clientId, { overlap, endTokens: words.flag('end-tokens') })
      return 0
    })
  },
}

async function list(desk: Desk): Promise<number> {
  const rows = await desk
    .knex('app')
    .whereNull('deleted_at')
    .orderBy('created')
    .select<
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

function newApp(words: Words): NewApp {
  const name = words.need('name')
  const redirectUri = words.flag('feed') ? words.option('redirect') : words.need('redirect')
  const environment = words.option('environment') ?? 'production'
  if (environment !== 'development' && environment !== 'production')
    throw new UsageFault(`--environment: "${environment}" is neither development nor production.`)
  const nameFault = appNameFault(name)
  if (nameFault !== null) throw new UsageFault(`--name: ${nameFault}`)
  const redirectFault = redirectUri === null ? null : redirectUrlFault(redirectUri, environment)
  if (redirectFault !== null) throw new UsageFault(`--redirect: ${redirectFault}`)
  return { name, redirectUri, environment }
}

function overlapOf(words: Words): number {
  const given = words.option('overlap') ?? '24h'
  const seconds = OVERLAPS[given]
  if (seconds === undefined)
    throw new UsageFault(`--overlap: "${given}" is none of ${Object.keys(OVERLAPS).join(', ')}.`)
  return seconds
}

async function add(desk: Desk, { name, redirectUri, environment }: NewApp, words: Words): Promise<number> {
  const address = words.option('developer')
  const owner = address === null ? null : await developerAccounts(desk.knex).byEmail(address)
  if (address !== null && owner === null) {
    console.error(`--developer: no developer has the address ${address}.`)
    return 1
  }
  const made = await makeApp(desk, {
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
  (desk: Desk, clientId: string, how: { overlap: number; endTokens: boolean }) => Promise<void>
> = {
  rotate: async (desk, clientId, { overlap: overlapSeconds, endTokens }) => {
    const secret = newClientSecret()
    await rotateSecret(desk.knex, clientId, secret, { overlapSeconds, endTokens })
    await desk.note('secret_rotated', { clientId, detail: { overlap_seconds: overlapSeconds } })
    console.log(`client_secret  ${secret.value}\nThe secret is shown once.`)
  },
  verify: async (desk, clientId) => {
    await mark(desk, clientId, { verified: true })
  },
  unverify: async (desk, clientId) => {
    await mark(desk, clientId, { verified: false })
  },
  feed: async (desk, clientId) => {
    await mark(desk, clientId, { feed: true })
  },
  'no-feed': async (desk, clientId) => {
    await mark(desk, clientId, { feed: false })
  },
  'end-tokens': async (desk, clientId) => {
    await desk.knex.transaction(async (trx) => {
      await endAllTokens(trx, clientId, 'ended by an operator')
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

async function mark(
  desk: Desk,
  clientId: string,
  change: { verified?: boolean; feed?: boolean },
): Promise<void> {
  await changeApp(desk.knex, clientId, change)
  await desk.note('app_changed', { clientId, detail: change })
  console.log('Changed.')
}
