/** The settings of an application. */
import type { FastifyReply } from 'fastify'
import type { OauthApp } from '../../../../schemas/oauth/oauth-app.js'
import type { FieldError } from '../../lib/render-page.js'
import type { DeveloperPage } from '../own-app.js'
import { appFrame } from './app-frame.js'

const NOTICES: Readonly<Record<string, string>> = { saved: 'Saved.' }

/** Shows `form`, which is the application as it was typed where the form has errors, else `app`. */
export async function renderSettings(
  page: DeveloperPage,
  app: OauthApp,
  { form = app, errors = [] }: { form?: OauthApp; errors?: FieldError[] } = {},
): Promise<FastifyReply> {
  const hasDaysError = errors.some(({ field }) => field === 'family_days')
  return await page.render(
    'app/settings',
    { title: `Settings of ${app.name}`, errors, notice: NOTICES[page.query.get('m') ?? ''] ?? null },
    {
      appFrame: appFrame(app, 'settings'),
      name: form.name,
      description: form.description,
      redirectUri: form.redirectUri ?? '',
      homeUrl: form.homeUrl ?? '',
      privacyUrl: form.privacyUrl ?? '',
      supportUrl: form.supportUrl ?? '',
      familyDays: hasDaysError ? (page.form.get('family_days') ?? '') : String(form.familyDays ?? ''),
      pkceRequired: form.pkceRequired,
    },
  )
}
