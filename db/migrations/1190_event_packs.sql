-- A row of the event log may hold several events of one commit and member (db/fold/events/event-packs.ts).

alter table event
  add column ids uuid[],
  add column types event_type[],
  add column resource_ids bigint[],
  add column versions int[];
comment on column event.ids is
  'Of a pack of events with consecutive sequences: id and sequence of the row are those of the first. Null: one event.';
comment on column event.body is 'Of a pack: the bodies, one a line; empty if all of them are.';

alter table process add column stored_form smallint not null default 0;
comment on column process.stored_form is
  'The newest form of rows that the process reads; 0: of before packs of events and short documents of segments.';

-- Every reader of events reads them here. row_id and row_sequence are what the indexes have.
create view logged_event as
  select coalesce(p.id, e.id) as id, e.member_id, e.sequence + coalesce(p.no - 1, 0) as sequence,
    coalesce(p.type::text, e.type) as type, coalesce(p.resource_id::text, e.resource_id) as resource_id, e.created,
    e.xid, case when p.no is null then e.body else split_part(e.body, e'\n', p.no::int) end as body, e.client_id,
    e.test, coalesce(p.version, e.version) as version, e.id as row_id, e.sequence as row_sequence
  from event e left join lateral unnest(e.ids, e.types, e.resource_ids, e.versions) with ordinality
    as p (id, type, resource_id, version, no) on true;
comment on view logged_event is 'The events of the log, one a row, whether packed or not.';
