/**
 * Supplier feeds (contract.md 8): loyalty numbers are compared without the characters that people put between
 * their digits, lines for unregistered numbers are held, and a number that is registered is queued so that
 * its lines are released.
 */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function loyalty_key(number text) returns text language sql immutable strict parallel safe
      return coalesce(nullif(upper(regexp_replace(number, '[[:space:]./-]', '', 'g')), ''), number);
    comment on function loyalty_key is 'A loyalty number as it is compared: upper case, without separators.';
    create index account_number on account (source, loyalty_key(account_id)) where status <> 'Removed';

    create table held_line (
      id bigint generated always as identity primary key,
      source text not null,
      number_key text not null,
      envelope text not null,
      body text not null,
      created timestamptz not null default now()
    );
    comment on table held_line is
      'Accepted feed lines for loyalty numbers that nobody has registered yet.';
    create index held_line_number on held_line (source, number_key, id);
    create index held_line_created on held_line (created);

    create table account_registration (
      source text not null,
      number_key text not null,
      registered timestamptz not null default now(),
      due timestamptz not null default now(),
      primary key (source, number_key)
    );
    comment on table account_registration is
      'Loyalty numbers registered a moment ago: lines accepted before that may still be written for them.';
    create index account_registration_due on account_registration (due);

    create function queue_account_registration() returns trigger language plpgsql as $$
    begin
      insert into account_registration (source, number_key) values (new.source, loyalty_key(new.account_id))
      on conflict (source, number_key) do update set registered = now(), due = now();
      return null;
    end $$;
    create trigger account_registered after insert on account
      for each row when (new.status <> 'Removed') execute function queue_account_registration();
    create trigger account_reactivated after update of status on account
      for each row when (old.status = 'Removed' and new.status <> 'Removed')
      execute function queue_account_registration()`)
}
