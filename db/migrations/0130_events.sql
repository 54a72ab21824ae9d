-- The event log. An event names the version of the document that it shows in place of a copy: what a commit overwrites
-- goes to `past_document`, in the table partition of the week of that version, for as long as an event may show it.

create table event (
  id uuid not null,
  member_id bigint,
  sequence bigint not null,
  type text not null,
  resource_id text,
  created timestamptz not null,
  xid xid8 not null default pg_current_xact_id(),
  body text not null,
  client_id text,
  test boolean,
  version int,
  primary key (id, created)
) partition by range (created);
comment on column event.client_id is
  'The one application that the event is for; null for events of a member.';
comment on column event.test is 'True: a test event, which the log does not show; null: no test.';
comment on column event.version is
  'Of the segment or trip that it shows, whose document is not part of the body; null: the body is complete.';
create index event_member on event (member_id, sequence);
create index event_xid on event (xid, sequence);
create index event_client on event (client_id, xid) where client_id is not null;
create table event_default partition of event default;

create table past_document (
  member_id bigint not null,
  id bigint not null,
  version int not null,
  updated timestamptz not null,
  doc text not null,
  primary key (id, version, member_id, updated)
) partition by range (updated);
comment on table past_document is 'Documents of segments and trips as they were before they changed.';
create table past_document_default partition of past_document default;
