/**
 * SQL: the columns of `OauthApp`, from `app a left join developer d`. An application whose developer account is gone
 * counts as disabled; the service itself owns those without a developer, but a client with an address for its id is its host's.
 */
export const APP_COLUMNS = `a.client_id, a.developer_id::text,
  case when a.client_id like 'https://%' then split_part(a.client_id, '/', 3) when a.developer_id is null then 'Tripfold'
    else coalesce(d.organisation, 'a closed account') end as organisation,
  a.name, a.description, a.environment, a.redirect_uri, a.home_url, a.privacy_url, a.support_url, a.verified,
  a.pkce_required, a.dpop_bound, a.family_days, a.feed, a.generation,
  a.disabled_at is not null or (a.developer_id is not null and d.id is null) as disabled, a.disabled_by, a.created`
