/** A login for each process role on a server used only by the service (the embedded one). */
import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { groupOf, LOGINS, type ProcessRole } from './grants.js'
import { applyRoleSettings } from './role-settings.js'

export interface Login {
  user: string
  password: string
}

/** Creates missing logins, and gives each a new password. Call it as a superuser, after a migration. */
export async function createLogins(knex: Knex): Promise<Record<ProcessRole, Login>> {
  const logins = Object.entries(LOGINS).map(([role, groups]) => ({
    role,
    user: `tripfold_${role}`,
    password: randomBytes(24).toString('hex'),
    groups: groups.map(groupOf).join(),
  }))
  for (const { user, password, groups } of logins) {
    await knex.raw(`
      do $$ begin
        if not exists (select from pg_roles where rolname = '${user}') then create role ${user}; end if;
        execute format('revoke all on database %I from public', current_database());
        execute format('grant connect on database %I to ${user}', current_database());
      end $$;
      alter role ${user} login password '${password}';
      grant ${groups} to ${user}`)
    await applyRoleSettings(knex, user)
  }
  return Object.fromEntries(logins.map(({ role, user, password }) => [role, { user, password }])) as Record<
    ProcessRole,
    Login
  >
}
