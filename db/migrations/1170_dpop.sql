-- Tokens that are bound to a key of their client (DPoP, oauth.md 1.4).
alter table oauth_grant add column jkt text;
comment on column oauth_grant.jkt is
  'Thumbprint of the key with which its code, and the refresh tokens of a client without a secret, are used; null: without one.';
alter table app add column dpop_bound boolean not null default false;
comment on column app.dpop_bound is 'Each access token has to be bound to a key.';
