-- The functions that change or delete entries of the audit log, erasure receipts and batches. They run with the rights of
-- the owner; no role of the service has these rights itself (db/roles/grants.json).

-- Counts an unauthenticated request in the row of its hour and key.
create or replace function count_anonymous_audit(event text, actor_kind text, actor_id text, client_id text, address text,
  request text, detail jsonb, same text) returns void language sql as $$
  insert into audit (event, actor_kind, actor_id, client_id, address, request, detail, anonymous_key)
  values ($1, $2, $3, $4, $5, $6, $7,
    sha256(convert_to(floor(extract(epoch from clock_timestamp()) / 3600)::text || $8, 'UTF8')))
  on conflict (anonymous_key) where anonymous_key is not null
  do update set count = audit.count + 1, last_at = clock_timestamp()
$$;

-- Deletes up to max_rows entries that are older than keep_days, and returns their ids.
-- Nobody may delete entries younger than 30 days, whatever KEEP_AUDIT_DAYS says.
create or replace function delete_past_audit(keep_days int, max_rows int) returns setof bigint language sql as $$
  delete from audit where ctid = any(array(
    select ctid from audit where at < now() - greatest(keep_days, 30) * interval '1 day' limit max_rows))
  returning id
$$;

-- Opens the erasure of a member, or reopens one that is done. Returns the number of its receipt; null: already open.
create or replace function open_erasure(member bigint, requester text) returns text language sql as $$
  insert into erasure (member_id, email, requested_by)
  values (member, (select email from member_login where member_id = member), requester)
  on conflict (member_id) do update set erased_at = null, done_at = null, email = excluded.email
    where erasure.done_at is not null
  returning id::text
$$;

-- Removes a person whose erasure is open from the audit log, and returns the ids of the entries.
create or replace function erase_audit(member bigint, receipt text) returns setof bigint language sql as $$
  update audit set actor_id = case when actor_kind = 'member' then 'erased ' || receipt else actor_id end,
    member_id = null, address = null, detail = null, request = null
  where (member_id = member or actor_kind = 'member' and actor_id = member::text)
    and exists (select from erasure where id::text = receipt and erasure.member_id = member and done_at is null)
  returning id
$$;

-- Batches stay for 32 days, whatever KEEP_RAW_BATCH_DAYS says. Null: for ever; greatest() would ignore it.
create or replace function maintain_past_batches(keep_days int) returns void language sql as $$
  select maintain_raw_batches(case when keep_days < 32 then 32 else keep_days end)
$$;
