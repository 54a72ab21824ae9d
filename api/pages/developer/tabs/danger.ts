/** What cannot be undone for an application (oauth.md 5.9, 133). */
import type { FastifyReply } from 'fastify'
import type { OauthApp } from '../../../../schemas/oauth/oauth-app.js'
import type { OauthSettings } from '../../../oauth/ports.js'
import type { FieldError } from '../../lib/render-page.js'
import type { AppsDeps } from '../apps-deps.js'
import type { DeveloperPage } from '../own-app.js'
import { appFrame } from './app-frame.js'

const NOTICES: Readonly<Record<string, string>> = {
  ended: 'All tokens have ended.',
  disabled: 'The application is disabled. Its tokens have ended.',
  enabled: 'The application is enabled again.',
  offered:
    'If a developer account has this address, the application has been offered to it by mail. ' +
    'It is yours until the offer is accepted, which is possible within a day.',
}

/** What a developer can do about an application that an operator disabled. */
export function disabledByOperatorText({ operatorEmail }: Pick<OauthSettings, 'operatorEmail'>): string {
  return `We disabled this application. Write to ${operatorEmail} to have it enabled again.`
}

export async function renderDanger(
  page: DeveloperPage,
  app: OauthApp,
  errors: FieldError[],
  { settings, developerApps }: AppsDeps,
): Promise<FastifyReply> {
  const { members } = await developerApps.countConnections(app.clientId)
  const typed = (field: string): string =>
    errors.some((error) => error.field === field) ? (page.form.get(field) ?? '') : ''
  return await page.render(
    'app/danger',
    { title: `Danger: ${app.name}`, errors, notice: NOTICES[page.query.get('m') ?? ''] ?? null },
    {
      appFrame: appFrame(app, 'danger'),
      disabledByOperator: app.disabledBy === 'operator' ? disabledByOperatorText(settings) : null,
      members,
      typed: {
        disableName: typed('disable_name'),
        transferEmail: typed('transfer_email'),
        deleteName: typed('delete_name'),
      },
    },
  )
}
