import { Option, type Command } from '@commander-js/extra-typings'
import { newClientSecret } from '../../../api/oauth/clients/new-credentials.js'
import { appNameError } from '../../../api/pages/developer/app-name.js'
import { redirectUrlError } from '../../../api/pages/developer/redirect-url.js'
import { eraseTestMembers } from '../../../db/person/erasures.js'
import { deleteApp, revokeAllTokens, switchApp } from '../../../db/oauth/app-lifecycle.js'
import { rotateSecret } from '../../../db/oauth/app-secrets.js'
import { changeApp, findApp, listAllApps, type ListedApp } from '../../../db/oauth/apps.js'
import { unknownSources } from '../../../db/operator/source-admin.js'
import { developerAccounts } from '../../../db/sign-in/developer-accounts.js'
import { listCallbacks } from '../../../db/webhooks/callbacks.js'
import { resumeCallback } from '../../../db/webhooks/resume.js'
import { isId } from '../../../schemas/base/ids.js'
import { callbackHealth } from '../../../schemas/webhooks/callback-health.js'
import { createApplication } from '../../wiring/provision.js'
import { done, Refused, table, UsageError, values, type Answer } from '../answer.js'
import { recordAudit, type CliContext } from '../context.js'
import type { Run } from '../run.js'
import { list as listOf, text } from '../values.js'
import { feeds } from '../feed/feed-days.js'

/** Overlaps of an old and a new secret, in seconds. */
const OVERLAPS = { '0': 0, '1h': 3_600, '24h': 86_400, '7d': 604_800 } as const
const ENVIRONMENTS = ['development', 'production'] as const
const NOT_SHOWN_AGAIN = 'The secret is not shown again.'

type Change = (context: CliContext, clientId: string) => Promise<string>

/** What one word changes of an application, and what it prints. */
const CHANGES: Record<string, { about: string; change: Change }> = {
  verify: {
    about: 'the consent page calls it verified, until its name, redirect URL, links or developer change',
    change: changeTo({ verified: true }, 'is verified'),
  },
  unverify: { about: 'take that back', change: changeTo({ verified: false }, 'is no longer verified') },
  'no-feed': {
    about: 'it may no longer send feeds',
    change: changeTo({ feed: false, feedSources: [] }, 'may no longer send feeds'),
  },
  'no-vouch': {
    about: 'it no longer vouches; numbers registered before stay proven',
    change: changeTo({ vouches: [] }, 'no longer vouches for loyalty numbers'),
  },
  'end-tokens': {
    about: 'end its tokens within a second',
    change: async (context, clientId) => {
      await context.knex.transaction(async (trx) => {
        await revokeAllTokens(trx, clientId, 'ended by an operator')
      })
      await recordAudit(context, 'tokens_ended', { clientId })
      return `Revoked all tokens of ${clientId}.`
    },
  },
  disable: {
    about: 'end its tokens within a second and refuse new ones; a developer cannot enable it again',
    change: async (context, clientId) => {
      await switchApp(context.knex, clientId, false, 'operator')
      await recordAudit(context, 'app_disabled', { clientId })
      return `Disabled ${clientId} and revoked its tokens.`
    },
  },
  enable: {
    about: 'allow it tokens again',
    change: async (context, clientId) => {
      await switchApp(context.knex, clientId, true, 'operator')
      await recordAudit(context, 'app_enabled', { clientId })
      return `Enabled ${clientId}.`
    },
  },
  delete: {
    about: 'delete it and end its tokens within a second',
    change: async (context, clientId) => {
      await eraseTestMembers(context.knex, clientId, context.operator)
      await deleteApp(context.knex, clientId)
      await recordAudit(context, 'app_deleted', { clientId })
      return `Deleted ${clientId} and revoked its tokens.`
    },
  },
}

/** Applications. */
export function addAppCommands(program: Command, run: Run): void {
  const app = program.command('app').description('manage applications')
  addListCommands(app, run)
  app
    .command('add')
    .description('create an application and print its secret once')
    .requiredOption('--name <NAME>', 'its name', text)
    .option('--redirect <URL>', 'its redirect URL; not needed if it only sends feeds')
    .option('--developer <ADDRESS>', 'the developer whose application it is')
    .addOption(new Option('--environment <NAME>').choices(ENVIRONMENTS).default('production' as const))
    .option('--feed', 'it sends feeds')
    .action(run(add))
  app
    .command('rotate')
    .description('create a new secret; the old one keeps working for the overlap')
    .argument('<CLIENT_ID>')
    .addOption(
      new Option('--overlap <TIME>')
        .choices(Object.keys(OVERLAPS) as Array<keyof typeof OVERLAPS>)
        .default('24h' as const),
    )
    .option('--end-tokens', 'end its tokens too')
    .action(
      run(async (context, clientId, { overlap, endTokens = false }) => {
        await mustExist(context, clientId)
        const secret = newClientSecret()
        const overlapSeconds = OVERLAPS[overlap]
        await rotateSecret(context.knex, clientId, secret, { overlapSeconds, endTokens })
        const detail = { overlap_seconds: overlapSeconds }
        await recordAudit(context, 'secret_rotated', { clientId, detail })
        return values({ client_secret: secret.value }, NOT_SHOWN_AGAIN)
      }),
    )
  app
    .command('feed')
    .description('allow it to send feeds (POST /v2/feeds/segments) for members who let it add segments')
    .argument('<CLIENT_ID>')
    .option('--sources <ID,...>', 'also by loyalty number, for these sources', listOf)
    .action(
      run(async (context, clientId, { sources = [] }) => {
        const by = sources.length === 0 ? '' : `, by loyalty numbers those of ${sources.join(', ')}`
        const feed = changeTo({ feed: true, feedSources: sources }, `may send feeds${by}`)
        await mustExist(context, clientId)
        await checkSources(context, sources)
        return done(await feed(context, clientId))
      }),
    )
  app
    .command('vouch')
    .description(
      "let it vouch for loyalty numbers of these sources: one that it registers counts as proven to be the member's",
    )
    .argument('<CLIENT_ID>')
    .requiredOption('--sources <ID,...>', 'the sources', listOf)
    .action(
      run(async (context, clientId, { sources }) => {
        const vouch = changeTo({ vouches: sources }, `vouches for loyalty numbers of ${sources.join(', ')}`)
        await mustExist(context, clientId)
        await checkSources(context, sources)
        return done(await vouch(context, clientId))
      }),
    )
  for (const [verb, { about, change }] of Object.entries(CHANGES))
    app
      .command(verb)
      .description(about)
      .argument('<CLIENT_ID>')
      .action(
        run(async (context, clientId) => {
          await mustExist(context, clientId)
          return done(await change(context, clientId))
        }),
      )
}

function addListCommands(app: Command, run: Run): void {
  app.command('list').description('list applications').action(run(list))
  app
    .command('feeds')
    .description(
      'print what the feeds of applications sent, by day; held: lines that wait for an account that may receive them',
    )
    .argument('[CLIENT_ID]', 'one application; by default all')
    .action(run(feeds))
  app
    .command('webhooks')
    .description('print the health of the webhooks of an application, and when each is tried next')
    .argument('<CLIENT_ID>')
    .option('--resume <ID>', 'send what this webhook has waiting now', text)
    .action(run(webhooks))
}

async function webhooks(
  { pool }: CliContext,
  clientId: string,
  { resume }: { resume?: string | undefined },
): Promise<Answer> {
  if (resume !== undefined) {
    const row = isId(resume) ? await resumeCallback(pool, clientId, resume) : null
    if (row === null) throw new Refused(`--resume: ${clientId} has no webhook ${resume}.`)
    if (row.status !== 'Active') throw new Refused(`--resume: webhook ${resume} is disabled.`)
  }
  const rows = await listCallbacks(pool, clientId)
  return table(
    ['id', 'URL', 'status', 'health', 'next attempt', 'reason'],
    rows.map((row) => {
      const { state, reason, next_attempt: next } = callbackHealth(row)
      return [row.id, row.url, row.status, state, next, row.disabled_reason ?? reason]
    }),
  )
}

async function list({ knex }: CliContext): Promise<Answer> {
  const rows = await listAllApps(knex)
  return table(
    ['client_id', 'name', 'environment', 'state', 'redirect URL'],
    rows.map((row) => [row.client_id, row.name, row.environment, stateOf(row), row.redirect_uri ?? '']),
  )
}

function stateOf({ disabled_at, verified, feed, feed_sources: sources, vouches }: ListedApp): string {
  return [
    disabled_at === null ? 'on' : 'off',
    verified ? 'verified' : '',
    feed ? ['feed', ...(sources.length > 0 ? [`of ${sources.join(', ')}`] : [])].join(' ') : '',
    vouches.length > 0 ? `vouches for ${vouches.join(', ')}` : '',
  ]
    .filter((word) => word !== '')
    .join(' ')
}

interface NewApp {
  name: string
  redirect?: string | undefined
  developer?: string | undefined
  environment: (typeof ENVIRONMENTS)[number]
  feed?: true | undefined
}

async function add(context: CliContext, options: NewApp): Promise<Answer> {
  const { name, redirect = null, developer, environment, feed = false } = options
  if (redirect === null && !feed) throw new UsageError('--redirect is required, unless with --feed.')
  const nameError = appNameError(name)
  if (nameError !== null) throw new UsageError(`--name: ${nameError}`)
  const urlError = redirect === null ? null : redirectUrlError(redirect, environment)
  if (urlError !== null) throw new UsageError(`--redirect: ${urlError}`)
  const owner = developer === undefined ? null : await developerAccounts(context.knex).byEmail(developer)
  if (developer !== undefined && owner === null)
    throw new Refused(`--developer: there is no developer with the address ${developer}.`)
  const { clientId, clientSecret } = await createApplication(context, {
    developerId: owner?.id ?? null,
    redirectUri: redirect,
    name,
    environment,
    feed,
  })
  await recordAudit(context, 'app_created', { clientId, detail: { name } })
  return values({ client_id: clientId, client_secret: clientSecret }, NOT_SHOWN_AGAIN)
}

async function mustExist({ knex }: CliContext, clientId: string): Promise<void> {
  if ((await findApp(knex, clientId)) === null) throw new Refused(`There is no application ${clientId}.`)
}

async function checkSources({ knex }: CliContext, sources: readonly string[]): Promise<void> {
  const unknown = await unknownSources(knex, sources)
  if (unknown.length > 0)
    throw new Refused(`--sources: there is no source ${unknown.join(', ')}; see \`source list\`.`)
}

/** `outcome` completes the sentence that begins with the application. */
function changeTo(
  change: {
    verified?: boolean
    feed?: boolean
    feedSources?: readonly string[]
    vouches?: readonly string[]
  },
  outcome: string,
): Change {
  return async (context, clientId) => {
    await changeApp(context.knex, clientId, change)
    const { vouches, feedSources, ...marks } = change
    const detail = {
      ...marks,
      ...(vouches === undefined ? {} : { vouches: vouches.join(' ') }),
      ...(feedSources === undefined ? {} : { feed_sources: feedSources.join(' ') }),
    }
    await recordAudit(context, 'app_changed', { clientId, detail })
    return `${clientId} ${outcome}.`
  }
}
