-- What the feeds of applications send (contract.md 8.4): a row for each feed and day.
create table feed_report (
  client_id text not null,
  day date not null,
  feed bigint not null,
  request text,
  feeds int not null,
  open int not null,
  saved timestamptz not null,
  started timestamptz not null,
  ended timestamptz,
  lines bigint not null,
  accepted bigint not null,
  accounts bigint not null,
  held bigint not null,
  documents bigint not null,
  bytes bigint not null,
  rejected jsonb not null,
  first_line timestamptz,
  last_line timestamptz,
  lag bigint,
  primary key (client_id, day, feed)
) with (fillfactor = 50);
comment on table feed_report is 'What the feeds of an application sent on a day: numbers only.';
comment on column feed_report.request is 'Null: the sum of the feeds of a process without a row of their own.';
comment on column feed_report.open is 'Feeds that were open when it was saved; a process that runs saves it every ten seconds.';
comment on column feed_report.held is 'Lines for loyalty accounts that nobody could receive yet: not for the application.';
comment on column feed_report.rejected is 'By the code of the first error: lines, and numbers of the first of them.';
comment on column feed_report.lag is 'The greatest lag of folding while lines were accepted, milliseconds.';

alter table document add column feed bigint;
comment on column document.feed is 'The feed that sent it (feed_report).';
create index document_feed on document (feed, received) where feed is not null;
