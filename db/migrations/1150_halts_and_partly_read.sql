-- The last halt of each partition, for the operations page; whether a document was read whole, for reports of feeds.
alter table partition_owner add column last_halt text, add column last_halt_at timestamptz;
comment on column partition_owner.last_halt is 'The status of its last halt, also after it goes on again.';

alter table document add column is_partly_read boolean not null default false;
comment on column document.is_partly_read is 'Some parts are incomplete or refused.';
create index document_client on document (client_id, id);
drop index document_feed;
create index document_feed on document (feed, received) include (status, is_partly_read) where feed is not null;

-- What is held now stands in held_line.
alter table feed_report drop column held;
