-- Asymmetric signatures of webhooks (webhooks.md 3.3), chosen for each callback.
alter table callback add column signature text not null default 'v1' check (signature in ('v1', 'v1a'));

create table webhook_key (like signing_key including all);
