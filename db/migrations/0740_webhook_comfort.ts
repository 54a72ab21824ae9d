/**
 * What makes webhooks easier to run (webhooks.md 2): test events, filters, thin payloads, custom headers, and
 * mails to the owner of a callback.
 */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table event add column test boolean;
    comment on column event.test is 'True: a test event, which the log does not show; null: no test.';

    alter table callback
      add column payload text not null default 'full' check (payload in ('full', 'thin')),
      add column filter jsonb,
      add column headers bytea,
      add column header_names text[] not null default '{}';
    comment on column callback.filter is 'Which events of the subscribed types are delivered; null: all.';
    comment on column callback.headers is 'Sealed JSON: names and values of custom headers; null: none.';
    -- Fan-out asks whether any of the callbacks concerned has a filter; mostly none has.
    create index callback_filtered on callback (client_id) where filter is not null;

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
      primary key (callback_id, kind)
    );
    comment on table callback_mail is
      'Mails to the owners of callbacks. A row is the lock of its mail: it is claimed before it is sent.';
    comment on column callback_mail.count is 'Exhausted deliveries that no mail has reported yet.';
    comment on column callback_mail.since is 'When the first of them was exhausted, or the failures began.';
    comment on column callback_mail.due_at is 'When to send it; null: there is nothing to send.';
    create index callback_mail_due on callback_mail (due_at) where due_at is not null;`)
}
