/** What a developer does to an application. What cannot be undone asks for the second factor again, or for the name typed. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { OauthApp } from '../../../schemas/oauth/oauth-app.js'
import { newClientSecret } from '../../oauth/clients/new-credentials.js'
import type { requireDeveloper } from '../lib/require-session.js'
import { appNameError } from './app-name.js'
import { offerTransfer } from './app-transfer.js'
import type { AppTransferDeps } from './app-transfer.js'
import { fieldErrors, disabledByOperatorText, findOwnApp, renderAppPage } from './apps.js'
import type { DeveloperContext } from './apps.js'
import { linkError, redirectUrlError } from './redirect-url.js'
import { formatDateTime } from '../lib/format-date.js'

/** Overlaps on offer, in seconds: none, an hour, a day, a week. */
const OVERLAPS = [0, 3_600, 86_400, 604_800]
const DEFAULT_OVERLAP = 86_400
const MAX_FAMILY_DAYS = 3_650

type Change = (page: DeveloperContext, app: OauthApp) => Promise<FastifyReply>

export function appSettingsRoutes(
  app: FastifyInstance,
  scope: ReturnType<typeof requireDeveloper>,
  deps: AppTransferDeps,
): void {
  const post = (what: string, change: Change): void => {
    app.post(
      `/console/apps/:clientId/${what}`,
      scope(async (page) => {
        const found = await findOwnApp(page, deps)
        return found === null ? await page.notFound() : await change(page, found.app)
      }),
    )
  }
  const here = (one: OauthApp, notice: string): string =>
    `/console/apps/${encodeURIComponent(one.clientId)}?m=${notice}`
  /** For what only the developer in person may do: a second factor within the last five minutes, else it is asked for. */
  const proven =
    (change: Change): Change =>
    async (page, one) =>
      page.session.recentlyVerified
        ? await change(page, one)
        : await page.go(
            `/console/prove?q=${encodeURIComponent(`/console/apps/${encodeURIComponent(one.clientId)}`)}`,
          )

  post('settings', async (page, one) => {
    const { form, go, note } = page
    const text = (field: string): string => (form.get(field) ?? '').trim()
    const name = text('name').normalize('NFC')
    const familyDays = text('family_days')
    const faults = fieldErrors([
      ['name', appNameError(name)],
      [
        'description',
        [...text('description')].length > 500 ? 'Use at most 500 characters for the description.' : null,
      ],
      ['redirect_uri', redirectUrlError(text('redirect_uri'), one.environment)],
      ['home_url', linkError(text('home_url'), 'the home page')],
      ['privacy_url', linkError(text('privacy_url'), 'the privacy policy')],
      ['support_url', linkError(text('support_url'), 'support')],
      [
        'family_days',
        familyDays === '' || days(familyDays) !== null
          ? null
          : `Enter 1 to ${MAX_FAMILY_DAYS} days, or nothing.`,
      ],
    ])
    if (faults.length > 0) return await renderAppPage(page, typed(one, form.get, name), faults, deps)
    await deps.developerApps.change(one.clientId, {
      name,
      description: text('description'),
      redirectUri: text('redirect_uri'),
      homeUrl: text('home_url') === '' ? null : text('home_url'),
      privacyUrl: text('privacy_url') === '' ? null : text('privacy_url'),
      supportUrl: text('support_url') === '' ? null : text('support_url'),
      pkceRequired: form.get('pkce_required') !== null,
      familyDays: days(familyDays),
    })
    await note('app_changed', {
      clientId: one.clientId,
      detail: { redirect_changed: text('redirect_uri') !== one.redirectUri },
    })
    return await go(here(one, 'saved'))
  })

  post(
    'rotate',
    proven(async (page, one) => {
      const { form, show, note } = page
      const asked = Number(form.get('overlap') ?? DEFAULT_OVERLAP)
      const overlapSeconds = OVERLAPS.includes(asked) ? asked : DEFAULT_OVERLAP
      const endTokens = form.get('end_tokens') !== null
      const secret = newClientSecret()
      // Pressed twice, or its answer loaded anew, the form would end at once a secret that was to work on.
      if (
        !(await deps.developerApps.rotate(one.clientId, secret, {
          overlapSeconds,
          endTokens,
          newest: form.get('newest'),
        }))
      ) {
        return await renderAppPage(
          page,
          one,
          [
            {
              field: 'overlap',
              text: 'Another secret was made since this page was shown, and was shown with it. If nobody stored it, end it first: the older one works on for its time. Then make a new one.',
            },
          ],
          deps,
        )
      }
      await note('secret_rotated', {
        clientId: one.clientId,
        detail: { overlap_seconds: overlapSeconds, end_tokens: endTokens },
      })
      return await show(
        'secret',
        { title: 'New client secret' },
        {
          clientId: one.clientId,
          name: one.name,
          redirectUri: one.redirectUri ?? '',
          value: secret.value,
          kind: 'client_secret',
          authUrl: deps.settings.authUrl,
          baseUrl: deps.settings.baseUrl,
        },
      )
    }),
  )

  post(
    'secrets/revoke',
    proven(async ({ form, go, note }, one) => {
      const id = form.get('secret') ?? ''
      if (/^\d{1,18}$/.test(id) && (await deps.developerApps.revokeSecret(one.clientId, id)))
        await note('secret_revoked', { clientId: one.clientId })
      return await go(here(one, 'revoked'))
    }),
  )

  post(
    'end-tokens',
    proven(async ({ go, note }, one) => {
      await deps.developerApps.revokeTokens(one.clientId)
      await note('tokens_ended', { clientId: one.clientId })
      return await go(here(one, 'ended'))
    }),
  )

  post('enable', async (page, one) => {
    if (!(await deps.developerApps.setEnabled(one.clientId, true)))
      return await renderAppPage(
        page,
        one,
        [{ field: 'held', text: disabledByOperatorText(deps.settings) }],
        deps,
      )
    await page.note('app_enabled', { clientId: one.clientId })
    return await page.go(here(one, 'enabled'))
  })

  post('disable', async (page, one) => {
    const fault = nameTyped(page, one, 'disable_name')
    if (fault !== null) return await renderAppPage(page, one, [fault], deps)
    await deps.developerApps.setEnabled(one.clientId, false)
    await page.note('app_disabled', { clientId: one.clientId })
    return await page.go(here(one, 'disabled'))
  })

  post('delete', async (page, one) => {
    const fault = nameTyped(page, one, 'delete_name')
    if (fault !== null) return await renderAppPage(page, one, [fault], deps)
    await deps.developerApps.delete(one.clientId)
    await page.note('app_deleted', { clientId: one.clientId, detail: { name: one.name } })
    return await page.go('/console/apps?m=deleted')
  })

  post(
    'transfer',
    proven(async (page, one) => await offerTransfer(page, one, deps)),
  )

  post('webhook', async (page, one) => {
    const made = await deps.webhooks.register(one.clientId, (page.form.get('webhook_url') ?? '').trim())
    if ('refused' in made)
      return await renderAppPage(page, one, [{ field: 'webhook_url', text: made.refused }], deps)
    await page.note('app_changed', { clientId: one.clientId, detail: { webhook: 'registered' } })
    return await showSigningSecret(page, one, made.secret)
  })

  post(
    'webhook/rotate',
    proven(async (page, one) => {
      const id = page.form.get('webhook') ?? ''
      const made = await deps.webhooks.rotate(one.clientId, id, page.form.get('end_old') !== null)
      if (made === null) return await page.notFound()
      if ('oldUntil' in made) {
        const text = `The signing secret before this one signs along until ${formatDateTime(made.oldUntil)}. A new one ends it at once: tick that this is meant.`
        return await renderAppPage(page, one, [{ field: `end_old_${id}`, text }], deps)
      }
      await page.note('secret_rotated', { clientId: one.clientId, detail: { webhook: true } })
      return await showSigningSecret(page, one, made.secret)
    }),
  )

  post(
    'webhook/remove',
    proven(async ({ form, go, note, notFound }, one) => {
      if (!(await deps.webhooks.remove(one.clientId, form.get('webhook') ?? ''))) return await notFound()
      await note('app_changed', { clientId: one.clientId, detail: { webhook: 'removed' } })
      return await go(here(one, 'webhook_removed'))
    }),
  )

  const showSigningSecret = async (
    page: DeveloperContext,
    one: OauthApp,
    value: string,
  ): Promise<FastifyReply> =>
    await page.show(
      'secret',
      { title: 'Webhook signing secret' },
      {
        clientId: one.clientId,
        name: one.name,
        redirectUri: one.redirectUri ?? '',
        value,
        kind: 'signing_secret',
        authUrl: deps.settings.authUrl,
        baseUrl: deps.settings.baseUrl,
      },
    )
}

function nameTyped(
  page: DeveloperContext,
  one: OauthApp,
  field: string,
): { field: string; text: string } | null {
  return (page.form.get(field) ?? '').trim() === one.name
    ? null
    : { field, text: `Type the name of the application, ${one.name}, to confirm.` }
}

/** The number of days typed; null when it is none. */
function days(text: string): number | null {
  return /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_FAMILY_DAYS ? Number(text) : null
}

/** The application as the form would have it, so that what was typed is not lost with a fault. */
function typed(one: OauthApp, get: (field: string) => string | null, name: string): OauthApp {
  return {
    ...one,
    name,
    description: get('description') ?? '',
    redirectUri: get('redirect_uri'),
    homeUrl: get('home_url'),
    privacyUrl: get('privacy_url'),
    supportUrl: get('support_url'),
    familyDays: days(get('family_days') ?? ''),
    pkceRequired: get('pkce_required') !== null,
  }
}
