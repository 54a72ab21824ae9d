-- Test members of applications (webhooks.md 7), and callbacks for their events alone.
create table test_member (
  member_id bigint primary key,
  client_id text not null references app,
  created timestamptz not null default now()
);
comment on table test_member is 'Members that an application made for its tests; gone once they are erased.';
create index test_member_client on test_member (client_id);

alter table callback add column test boolean not null default false;
comment on column callback.test is 'Whether it gets the events of test members, and no others.';
