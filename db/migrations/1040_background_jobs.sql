-- Background jobs, and their files.

create table background_job (
  id bigint primary key,
  kind text not null,
  member_id bigint not null,
  input jsonb not null,
  created timestamptz not null default clock_timestamp(),
  served timestamptz not null default '-infinity',
  due timestamptz not null default clock_timestamp(),
  attempts int not null default 0,
  worker text,
  ended timestamptz,
  expires timestamptz,
  result jsonb,
  error text
) with (fillfactor = 70);
comment on table background_job is 'Work that takes too long for a request: requested by the api role, done by the jobs role.';
comment on column background_job.served is
  'When a job of the member was last started: of those that wait, the member with the earliest comes next.';
comment on column background_job.due is 'When the next attempt may begin.';
comment on column background_job.worker is
  'Name of the process that does it, as in table process; its claim ends with its heartbeats. Null: nobody.';
comment on column background_job.error is 'Of the last attempt; once the job has ended, why it failed for good.';
comment on column background_job.expires is 'When it is deleted with its file; null until it has ended.';
create index background_job_next on background_job (served, id) where ended is null;
create unique index background_job_running on background_job (member_id) where worker is not null;
create index background_job_member on background_job (member_id, kind, id);
create index background_job_expires on background_job (expires) where expires is not null;

create table background_job_part (
  job_id bigint not null references background_job on delete cascade,
  part int not null,
  content bytea not null,
  primary key (job_id, part)
);
alter table background_job_part alter content set storage external;
comment on table background_job_part is 'The file of a job in parts, which are compressed already: what it reads, or has made.';
