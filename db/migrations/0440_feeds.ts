/**
 * Feeds of suppliers (contract.md 8): a loyalty number is found however it is spaced, lines for numbers that nobody has
 * registered wait, and a number that is registered is noted so that they are let go.
 */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function loyalty_key(number text) returns text language sql immutable strict parallel safe
      return coalesce(nullif(upper(regexp_replace(number, '[[:space:]./-]', '', 'g')), ''), number);
    comment on function loyalty_key is 'A loyalty number without what people put between its characters.';
    drop index account_number;
    create index account_number on account (source, loyalty_key(account_id)) where status <> 'Removed';

    create table held_line (
      id bigint generated always as identity primary key,
      source text not null,
      number_key text not null,
      envelope text not null,
      body text not null,
      created timestamptz not null default now()
    );
    comment on table held_line is 'Accepted lines of feeds for loyalty numbers that nobody has registered: envelope and body as they will go into the stream.';
    create index held_line_number on held_line (source, number_key, id);
    create index held_line_created on held_line (created);

    create table account_opened (
      source text not null,
      number_key text not null,
      opened timestamptz not null default now(),
      due timestamptz not null default now(),
      primary key (source, number_key)
    );
    comment on table account_opened is 'Loyalty numbers registered just now, for as long as a line that was accepted meanwhile may still be written for them.';
    create index account_opened_due on account_opened (due);

    create function account_opens() returns trigger language plpgsql as $$
    begin
      insert into account_opened (source, number_key) values (new.source, loyalty_key(new.account_id))
      on conflict (source, number_key) do update set opened = now(), due = now();
      return null;
    end $$;
    create trigger account_registered after insert on account for each row when (new.status <> 'Removed') execute function account_opens();
    create trigger account_returned after update of status on account for each row
      when (old.status = 'Removed' and new.status <> 'Removed') execute function account_opens()`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger account_registered on account;
    drop trigger account_returned on account;
    drop function account_opens();
    drop table account_opened, held_line;
    drop index account_number;
    create index account_number on account (source, account_id) where status <> 'Removed';
    drop function loyalty_key(text)`)
}
