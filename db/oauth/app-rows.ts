/** Rows of applications as `OauthApp`. */
import { clientHost, isClientUrl } from '../../schemas/oauth/client-document.js'
import type { OauthApp } from '../../schemas/oauth/oauth-app.js'

export interface AppRow {
  client_id: string
  developer_id: string | null
  organisation: string | null
  name: string
  description: string
  environment: 'development' | 'production'
  redirect_uri: string | null
  home_url: string | null
  privacy_url: string | null
  support_url: string | null
  verified: boolean
  pkce_required: boolean
  family_days: number | null
  feed: boolean
  generation: number
  disabled_at: Date | null
  disabled_by: 'developer' | 'operator' | null
  created: Date
}

/** SQL: the columns of `AppRow`, from `app a left join developer d`. */
export const APP_COLUMNS = `a.client_id, a.developer_id::text, d.organisation, a.name, a.description,
  a.environment, a.redirect_uri, a.home_url, a.privacy_url, a.support_url, a.verified,
  a.pkce_required, a.family_days, a.feed, a.generation, a.disabled_at, a.disabled_by, a.created`

/**
 * An application whose developer account is gone counts as disabled; the service itself owns those without a
 * developer.
 */
export function toApp(row: AppRow): OauthApp {
  return {
    clientId: row.client_id,
    developerId: row.developer_id,
    organisation: organisationOf(row),
    name: row.name,
    description: row.description,
    environment: row.environment,
    redirectUri: row.redirect_uri,
    homeUrl: row.home_url,
    privacyUrl: row.privacy_url,
    supportUrl: row.support_url,
    verified: row.verified,
    pkceRequired: row.pkce_required,
    familyDays: row.family_days,
    feed: row.feed,
    generation: row.generation,
    disabled: row.disabled_at !== null || (row.developer_id !== null && row.organisation === null),
    disabledBy: row.disabled_by,
    created: row.created,
  }
}

function organisationOf({ client_id: client, developer_id: developer, organisation }: AppRow): string {
  if (isClientUrl(client)) return clientHost(client)
  return developer === null ? 'Tripfold' : (organisation ?? 'a closed account')
}
