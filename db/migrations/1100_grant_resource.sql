-- What the tokens of a grant are for (oauth.md 1.2).
alter table oauth_grant add column resource text check (resource in ('api', 'mcp'));
comment on column oauth_grant.resource is
  'What its access tokens are for, if the authorization request has named it; null: what the token request names.';
