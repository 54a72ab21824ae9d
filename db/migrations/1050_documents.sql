-- Documents that are read in place of raw segments, with their bytes until they are read (contract.md 14).

create table document (
  id bigint primary key,
  member_id bigint,
  account jsonb,
  client_id text not null,
  request text not null,
  received timestamptz not null,
  name text,
  media_type text,
  size int not null,
  source text,
  appointments boolean not null,
  dry_run boolean not null,
  batch_id bigint not null,
  bytes bytea,
  status text,
  format text,
  error text,
  parts text,
  segments text,
  n int not null default 0,
  submitted timestamptz,
  becomes jsonb,
  published timestamptz
);
alter table document alter bytes set storage external;
comment on table document is 'Documents that are read in place of raw segments, and the result.';
comment on column document.account is 'Loyalty account that a feed named in place of a member.';
comment on column document.batch_id is 'Reserved for the batch of its first segments.';
comment on column document.bytes is 'Null once it is read: KEEP_DOCUMENT_DAYS keeps them longer.';
comment on column document.status is 'read, nothing_read or failed; null: not read yet, and its job has the progress.';
comment on column document.parts is 'What became of each part, as JSON text; null while it is not read.';
comment on column document.segments is 'Raw segments as JSON text, until they are published.';
comment on column document.n is 'How many segments were read.';
comment on column document.submitted is 'When it was submitted; null: a dry run that nobody has submitted.';
comment on column document.becomes is 'Its batches, saved before the first is published: id, first raw id and number of segments.';
comment on column document.published is 'When all of them were in the stream.';
create index document_member on document (member_id, id);
create index document_unread on document (client_id) where status is null;
create index document_loose on document (id) where published is null or member_id is null;
create index document_with_bytes on document (received) where bytes is not null;
