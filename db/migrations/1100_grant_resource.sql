-- What the tokens of a grant are for (oauth.md 1.2).
alter table oauth_grant add column resource text;
alter table oauth_grant add constraint oauth_grant_resource_check check (resource in ('api', 'mcp')) not valid;
comment on column oauth_grant.resource is
  'What its access tokens are for, if the authorization request has named it; null: what the token request names.';
