import type { Command } from '@commander-js/extra-typings'
import type { KeyRing } from '../../../../api/oauth/keys/key-ring.js'
import { signingKeyStore } from '../../../../db/oauth/signing-keys.js'
import { resealAll } from '../../../wiring/secrets/reseal.js'
import { openWebhookKeys } from '../../../wiring/secrets/signing-keys.js'
import { done, failed, table, values } from '../../answer.js'
import { recordAudit } from '../../context.js'
import type { CliContext } from '../../context.js'
import type { Run } from '../../run.js'

/** Each adds a signature of 93 bytes to a header of every request, and receivers accept 8 KB of headers or more. */
const MAX_WEBHOOK_KEYS = 10

/** The keys that sign access tokens and webhooks, and the key that secrets are stored under. */
export function addKeyCommands(program: Command, run: Run): void {
  const key = program.command('key').description('manage the keys that sign access tokens and webhooks')
  key
    .command('list')
    .description('list the keys')
    .action(
      run(async ({ knex }) => {
        const tokens = await signingKeyStore(knex, 'signing_key').list()
        const webhooks = await signingKeyStore(knex, 'webhook_key').list()
        const rows = (signs: string, { keys }: typeof tokens) =>
          keys.map((one) => [one.kid, signs, one.alg, one.signFrom, one.signUntil, one.publishUntil])
        return table(
          ['kid', 'signs', 'alg', 'signs from', 'until', 'published until'],
          [...rows('access tokens', tokens), ...rows('webhooks', webhooks)],
        )
      }),
    )
  key
    .command('rotate')
    .description('create a new key, which starts to sign in ten minutes')
    .option('--webhooks', 'the key of v1a signatures; the old one also signs for 30 days more')
    .option('--at-once', 'use it at once, because somebody may know the old one')
    .action(
      run(async (context, { webhooks = false, atOnce = false }) => {
        const { tokenKeys, webhookKeys } = await keyRings(context)
        if (webhooks && webhookKeys.jwks().keys.length >= MAX_WEBHOOK_KEYS)
          return failed(`There are ${MAX_WEBHOOK_KEYS} keys of webhooks already: withdraw old ones first.`)
        const kid = await (webhooks ? webhookKeys : tokenKeys).rotate({ atOnce })
        await recordAudit(context, 'key_rotated', { detail: { kid } })
        return values({ kid })
      }),
    )
  key
    .command('reseal')
    .description(
      'encrypt everything stored under SECRET_KEY that is under SECRET_KEY_OTHER; it can be repeated safely',
    )
    .action(
      run(async (context) => {
        const counts = await resealAll(context.knex, (await context.session()).vault)
        await recordAudit(context, 'secrets_resealed')
        return {
          data: Object.fromEntries(counts.map(({ name, count }) => [name, count])),
          lines: [
            ...counts.map(({ name, count }) => `${count} ${name}`),
            'All are under SECRET_KEY now: remove SECRET_KEY_OTHER from every process.',
          ],
        }
      }),
    )
  key
    .command('withdraw')
    .description(
      'reject all tokens signed with it, or sign no webhook with it, within ten seconds; if no other key signs yet, ' +
        'a new one is created',
    )
    .argument('<KID>')
    .action(
      run(async (context, kid) => {
        const { tokenKeys, webhookKeys } = await keyRings(context)
        const isOfTokens = await tokenKeys.withdraw(kid)
        if (!isOfTokens && !(await webhookKeys.withdraw(kid))) return failed(`There is no key ${kid}.`)
        await recordAudit(context, 'key_withdrawn', { detail: { kid } })
        return done(
          `Withdrew key ${kid}. ${isOfTokens ? 'Its tokens are rejected.' : 'It signs no webhooks any more.'}`,
        )
      }),
    )
}

async function keyRings(context: CliContext): Promise<{ tokenKeys: KeyRing; webhookKeys: KeyRing }> {
  const { keys } = await context.session()
  return { tokenKeys: keys, webhookKeys: await openWebhookKeys(context.knex, context.config) }
}
