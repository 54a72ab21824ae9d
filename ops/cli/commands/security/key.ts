import type { Command } from '@commander-js/extra-typings'
import { listSigningKeys } from '../../../../db/oauth/signing-keys.js'
import { resealAll } from '../../../wiring/secrets/reseal.js'
import { done, failed, table, values } from '../../answer.js'
import { recordAudit } from '../../context.js'
import type { Run } from '../../run.js'

/** The keys that sign access tokens, and the key that secrets are stored under. */
export function addKeyCommands(program: Command, run: Run): void {
  const key = program.command('key').description('manage the keys that sign access tokens')
  key
    .command('list')
    .description('list the keys')
    .action(
      run(async ({ knex }) => {
        const { keys } = await listSigningKeys(knex)
        return table(
          ['kid', 'alg', 'signs from', 'until', 'published until'],
          keys.map((one) => [one.kid, one.alg, one.signFrom, one.signUntil, one.publishUntil]),
        )
      }),
    )
  key
    .command('rotate')
    .description('create a new key that signs from in ten minutes on')
    .option('--at-once', 'if somebody may know the old one')
    .action(
      run(async (context, { atOnce = false }) => {
        const kid = await (await context.session()).keys.rotate({ atOnce })
        await recordAudit(context, 'key_rotated', { detail: { kid } })
        return values({ kid })
      }),
    )
  key
    .command('reseal')
    .description(
      'encrypt everything stored under SECRET_KEY that is under SECRET_KEY_OTHER; repeat it as often as you like',
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
      'reject all tokens signed with it, within ten seconds; if no other key signs yet, a new one is created',
    )
    .argument('<KID>')
    .action(
      run(async (context, kid) => {
        if (!(await (await context.session()).keys.withdraw(kid))) return failed(`There is no key ${kid}.`)
        await recordAudit(context, 'key_withdrawn', { detail: { kid } })
        return done(`Withdrew key ${kid}. Its tokens are rejected.`)
      }),
    )
}
