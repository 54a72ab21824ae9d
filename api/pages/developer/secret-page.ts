/** The page that shows a new secret, once (oauth.md 5.9, 130). */
import type { FastifyReply } from 'fastify'
import type { OauthSettings } from '../../oauth/ports.js'
import type { DeveloperPage } from './own-app.js'

const TITLES = { client_secret: 'New client secret', signing_secret: 'Webhook signing secret' } as const

export async function renderSecret(
  page: DeveloperPage,
  app: { clientId: string; name: string; redirectUri: string | null },
  secret: { kind: keyof typeof TITLES; value: string; title?: string },
  { authUrl, baseUrl }: OauthSettings,
): Promise<FastifyReply> {
  return await page.render(
    'secret',
    { title: secret.title ?? TITLES[secret.kind] },
    {
      clientId: app.clientId,
      name: app.name,
      redirectUri: app.redirectUri ?? '',
      value: secret.value,
      kind: secret.kind,
      authUrl,
      baseUrl,
    },
  )
}
