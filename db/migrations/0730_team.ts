/** Teams of applications: who joined, in which role, and who is invited. */
import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table app_team (
      client_id text not null references app (client_id) on delete cascade,
      developer_id bigint not null references developer (id) on delete cascade,
      role text not null check (role in ('viewer', 'developer', 'owner')),
      joined_at timestamptz not null default clock_timestamp(),
      primary key (client_id, developer_id)
    );
    comment on table app_team is 'Without app.developer_id, who is always an owner.';
    create index app_team_developer on app_team (developer_id);

    create table app_invitation (
      id bigint generated always as identity primary key,
      client_id text not null references app (client_id) on delete cascade,
      email text not null,
      email_key text not null,
      role text not null check (role in ('viewer', 'developer', 'owner')),
      invited_by bigint not null,
      created_at timestamptz not null default clock_timestamp(),
      expires_at timestamptz not null,
      unique (client_id, email_key)
    );
    create index app_invitation_email on app_invitation (email_key);
    create index app_invitation_expires on app_invitation (expires_at)`)
}
