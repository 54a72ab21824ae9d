-- Webhook endpoints and their deliveries (webhooks.md 5). A pending delivery is a small row that is deleted
-- when it is done; its attempts are logged in `attempt`, one table partition a day. `callback_due` is the one row
-- that a worker claims.

create table callback (
  id bigint primary key,
  client_id text not null references app on delete cascade,
  url text not null,
  credentials bytea,
  status text not null default 'Active' check (status in ('Active', 'Disabled')),
  disabled_reason text,
  events text[] not null,
  description text,
  ordered text not null default 'none' check (ordered in ('none', 'member')),
  max_in_flight int not null,
  rate_per_second float8,
  timeout_ms int not null,
  secret bytea not null,
  previous_secret bytea,
  previous_secret_expires timestamptz,
  version int not null default 1,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  payload text not null default 'full' check (payload in ('full', 'thin')),
  filter jsonb,
  headers bytea,
  header_names text[] not null default '{}'
);
comment on column callback.filter is 'Which events of the subscribed types are delivered; null: all.';
comment on column callback.headers is 'Sealed JSON: names and values of custom headers; null: none.';
create index callback_client on callback (client_id);
-- Fan-out asks whether any of the callbacks concerned has a filter; mostly none has.
create index callback_filtered on callback (client_id) where filter is not null;

create table callback_due (
  callback_id bigint not null references callback on delete cascade,
  ready_at timestamptz,
  not_before timestamptz not null default '-infinity',
  worker text,
  claim bigint not null default 0,
  due_from timestamptz not null default '-infinity',
  state text not null default '{}',
  failure_count int not null default 0,
  last_delivery timestamptz,
  last_status_code int,
  invalidations int not null default 0
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
comment on column callback_due.ready_at is
  'End of the lease while a worker holds the claim; otherwise when something is due, null for nothing.';
comment on column callback_due.not_before is 'Until when the circuit breaker is open.';
comment on column callback_due.claim is 'Rises with every claim and fences the previous holder.';
comment on column callback_due.invalidations is 'Rises when the holder must read again what it may send.';
comment on column callback_due.due_from is
  'No delivery is due before this instant: where a read begins.';
-- The claim rises, so that the current version of a row is found past those that a snapshot keeps alive.
create unique index callback_due_claim on callback_due (callback_id, claim);
create index callback_due_ready on callback_due (ready_at) where ready_at is not null;

-- To every owner and developer of the application; each gets one once.
-- No reference to callback: recording an outcome must not lock it (db/README.md, lock order).
create table callback_mail (
  callback_id bigint not null,
  kind text not null check (kind in ('disabled', 'exhausted', 'failing')),
  count int not null default 0,
  reason text,
  since timestamptz,
  due_at timestamptz,
  sent_at timestamptz,
  claim bigint not null default 0,
  claimed_until timestamptz not null default '-infinity',
  received_by bigint[] not null default '{}',
  primary key (callback_id, kind)
);
comment on table callback_mail is
  'Mails to the owners of callbacks. A row is the lock of its mail: it is claimed before it is sent.';
comment on column callback_mail.count is 'Exhausted deliveries that no mail has reported yet.';
comment on column callback_mail.since is 'When the first of them was exhausted, or the failures began.';
comment on column callback_mail.due_at is 'When to send it; null: there is nothing to send.';
comment on column callback_mail.received_by is
  'Developers who have the mail that is due, so that a repeat for the others is not sent to them.';
create index callback_mail_due on callback_mail (due_at) where due_at is not null;

create table delivery (
  callback_id bigint not null,
  event_id uuid not null,
  event_at timestamptz not null,
  member_id bigint,
  sequence bigint not null,
  due_at timestamptz,
  retry_index smallint not null default 0,
  attempt_count smallint not null default 0,
  ordered boolean not null,
  withdrawn boolean not null default false,
  event_kind "char",
  requested_at timestamptz,
  trace bytea,
  primary key (callback_id, event_id)
) with (fillfactor = 90, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 5000);
comment on column delivery.due_at is
  'Null: skipped (callback disabled) or withdrawn. Infinity: waits for an earlier event of its member.';
comment on column delivery.withdrawn is 'Never sent, because the authorization that allowed it has ended.';
comment on column delivery.event_kind is
  'First letter of the type of a member''s event: the scope that an authorization needs (webhooks.md 1).';
comment on column delivery.requested_at is
  'When a replay was requested: an authorization made before this, if after the event, allows it.';
comment on column delivery.trace is
  'Trace id and span id of what created it, 16 and 8 bytes; null: it was not traced.';
create index delivery_due on delivery (callback_id, due_at) where due_at is not null;
create index delivery_skipped on delivery (callback_id, event_at) where due_at is null;
create index delivery_line on delivery (callback_id, member_id, sequence)
  where ordered and due_at is not null;

create table fan_out_progress (
  member_id bigint primary key,
  sequence bigint not null
) with (fillfactor = 60);
comment on table fan_out_progress is
  'Up to which sequence a member''s events have become deliveries: repeats are skipped, gaps filled.';

create table fan_out_sweep (
  single boolean primary key default true check (single),
  swept_to xid8 not null default '0',
  horizon xid8 not null default '0',
  horizon_at timestamptz not null default '-infinity'
) with (fillfactor = 50);
comment on column fan_out_sweep.swept_to is
  'The log was searched for events without deliveries up to this transaction.';
comment on column fan_out_sweep.horizon is
  'No older transaction was running at horizon_at: the search ends here.';
insert into fan_out_sweep default values;

-- Set aside because they, or a callback at them, make the fan-out fail (webhooks.md 5).
create table quarantined_event (
  event_id uuid not null,
  callback_id bigint references callback on delete cascade,
  created timestamptz not null,
  member_id bigint not null,
  sequence bigint not null,
  type text not null,
  error text not null,
  quarantined timestamptz not null default clock_timestamp(),
  unique nulls not distinct (event_id, callback_id)
);
comment on table quarantined_event is 'Events that the fan-out passed, until an operator releases them.';
comment on column quarantined_event.callback_id is
  'The callback that was suspended at the event, which the others got; null: nobody got it.';
create index quarantined_event_callback on quarantined_event (callback_id) where callback_id is not null;

-- With the columns in an order that leaves no gaps. An attempt is found by the instant of its event, which rises and
-- repeats (one commit has several events, each for several callbacks), so that its index takes a quarter of one by event id.
create type event_type as enum (
  'trip.created', 'trip.updated', 'trip.cancelled', 'trip.merged', 'trip.split', 'trip.deleted',
  'segment.created', 'segment.updated', 'segment.cancelled', 'segment.merged', 'segment.deleted',
  'batch.processed', 'account.created', 'account.updated', 'account.deleted', 'member.updated',
  'member.deauthorized', 'member.deleted', 'callback.ping', 'callback.disabled', 'callback.exhausted');
create type delivery_state as enum (
  'pending', 'retrying', 'delivered', 'exhausted', 'gone', 'aborted', 'failed', 'skipped_disabled');

create table attempt (
  callback_id bigint not null,
  event_at timestamptz not null,
  at timestamptz not null,
  resource_id bigint,
  event_id uuid not null,
  type event_type not null,
  state delivery_state not null,
  ms int not null,
  no smallint not null,
  status smallint,
  signed bytea not null,
  address text,
  next_at timestamptz,
  error text,
  answer text,
  thin boolean
) partition by range (at);
comment on column attempt.signed is
  'x-signature and each webhook-signature, 32 bytes each; webhook-timestamp is the second of at.';
comment on column attempt.thin is 'True: the body was a thin payload; null: it was not.';
create index attempt_callback on attempt (callback_id, at);
create index attempt_event on attempt (event_at, callback_id);
create table attempt_default partition of attempt default;
