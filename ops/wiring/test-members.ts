/** Test members of applications, for the tab "Test" of the console (webhooks.md 7). */
import type { Knex } from 'knex'
import type { TestMemberStore } from '../../api/pages/developer/test-mode/test-stores.js'
import type { KeyRing } from '../../api/oauth/keys/key-ring.js'
import { newMemberRecord } from '../../api/pages/member/member-record.js'
import { createTestMember, lastEnd, listTestMembers } from '../../db/sign-in/test-members.js'
import { openErasure } from '../../db/person/erasures.js'
import { testMemberId } from '../../schemas/base/test-member.js'
import { write } from './auth-stores.js'
import type { PageCommandDeps } from './auth-stores.js'
import { overConnection } from './over-connection.js'
import { issueTestToken } from './provision.js'

interface TestMemberDeps extends PageCommandDeps {
  knex: Knex
  keys: KeyRing
  settings: { authUrl: string; baseUrl: string }
}

export function testMemberStore(deps: TestMemberDeps): TestMemberStore {
  const { knex, ids, now } = deps
  const token = async (clientId: string, member: string): Promise<string | null> =>
    await issueTestToken(deps, clientId, member)
  return {
    ...overConnection(knex, { list: listTestMembers, lastEnd }),
    create: async (clientId) => {
      const id = testMemberId(Math.random())
      const names = { email: `${id}@test.invalid`, firstName: 'Test', lastName: 'Member' }
      if (!(await createTestMember(knex, clientId, id, newMemberRecord({ id, ...names }, new Date(now())))))
        return null
      await token(clientId, id)
      return id
    },
    token,
    write: async (client, member, { kind, body, ids: count = 0, replaces }) =>
      await write(deps, member, {
        kind,
        body,
        envelope: {
          client,
          ...(count === 0 ? {} : { first: ids.block(count), count }),
          ...(replaces === undefined ? {} : { replaces }),
        },
      }),
    remove: async (member) => {
      await openErasure(knex, member, 'developer')
    },
  }
}
