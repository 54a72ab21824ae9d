-- Supplier feeds (contract.md 8): loyalty numbers are compared without the characters that people put between
-- their digits, lines for unregistered numbers are held, and a number that is registered is queued so that
-- its lines are released.

create function loyalty_key(number text) returns text language sql immutable strict parallel safe
  return coalesce(nullif(upper(regexp_replace(number, '[[:space:]./-]', '', 'g')), ''), number);
comment on function loyalty_key is 'A loyalty number as it is compared: upper case, without separators.';
create index account_number on account (source, loyalty_key(account_id)) where status <> 'Removed';

create table held_line (
  id bigint generated always as identity primary key,
  source text not null,
  number_key text not null,
  client_id text not null,
  names text[],
  needs_proof boolean not null,
  proofs text[] not null default '{}',
  shown boolean not null default false,
  envelope text not null,
  body text not null,
  created timestamptz not null default now()
);
comment on table held_line is
  'Accepted feed lines for loyalty numbers that no member may receive yet, or that are not proven.';
comment on column held_line.names is 'Keys of the travellers it names; null: it names nobody.';
comment on column held_line.needs_proof is
  'It names no traveller in full: the source must have said whose the number is.';
comment on column held_line.proofs is
  'Its locators and ticket numbers: a member who knows one has proven the number.';
comment on column held_line.shown is 'The stream has it without its booking.';
create index held_line_number on held_line (source, number_key, id);
create index held_line_created on held_line (created);

create table account_registration (
  source text not null,
  number_key text not null,
  registered timestamptz not null default now(),
  due timestamptz not null default now(),
  primary key (source, number_key)
);
comment on table account_registration is
  'Loyalty numbers whose accounts changed a moment ago: lines looked up before may still be written.';
create index account_registration_due on account_registration (due);

create function queue_account_registration() returns trigger language plpgsql as $$
begin
  insert into account_registration (source, number_key) values (new.source, loyalty_key(new.account_id))
  on conflict (source, number_key) do update set registered = now(), due = now();
  return null;
end $$;
create trigger account_registered after insert on account
  for each row when (new.status <> 'Removed') execute function queue_account_registration();
create trigger account_changed after update of status, holder, client_id, ownership on account
  for each row when (
    (old.status = 'Removed') <> (new.status = 'Removed') or old.holder <> new.holder
    or old.client_id is distinct from new.client_id or old.ownership <> new.ownership
  ) execute function queue_account_registration();

create function queue_registrations_of_member() returns trigger language plpgsql as $$
begin
  insert into account_registration (source, number_key)
  select distinct source, loyalty_key(account_id) from account
  where member_id = new.id and status <> 'Removed'
  on conflict (source, number_key) do update set registered = now(), due = now();
  return null;
end $$;
create trigger member_closed after update of status on member
  for each row when (old.status <> new.status) execute function queue_registrations_of_member();
