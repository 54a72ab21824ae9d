/**
 * SQL: a callback as `CallbackRow`, from `callback c` joined with its `callback_due d`. Secrets are not
 * included.
 */
export const CALLBACK_COLUMNS = `
  c.id::text as id, c.client_id, c.url, c.status, c.disabled_reason, c.events, c.description, c.ordered,
  c.max_in_flight, c.rate_per_second, c.timeout_ms, c.payload, c.signature, c.filter, c.test, c.header_names,
  case when c.previous_secret_expires > now() then c.previous_secret_expires end as previous_secret_expires,
  d.state::jsonb -> 'breaker' as breaker,
  coalesce(d.state::jsonb #>> '{breaker,is}' = 'open' and d.not_before > clock_timestamp(), false) as is_paused,
  case when c.status = 'Active' and d.worker is null then d.ready_at end as next_attempt,
  d.failure_count, d.last_delivery, d.last_status_code, c.version, c.created, c.updated`
