/** Mails of invitations on a service for development; team.txt has the rest. */
import t from 'tap'
import { anApp } from '../../../support/auth/auth-fixtures.js'
import { authNode } from '../../../support/auth/auth-node.js'
import { aDeveloper, signedInDeveloper } from '../../../support/auth/developer-fixtures.js'

t.test('a service for development says where the mail of an invitation is', async (t) => {
  const node = await authNode(t)
  const developer = await aDeveloper(node)
  const owner = await signedInDeveloper(node, developer)
  const { clientId } = await anApp(node, { developerId: developer.id })
  const shown = async (): Promise<string> =>
    (await owner.get(`/console/apps/${clientId}/team?m=invited`)).text
  t.match(await shown(), /invitation is on its way/)
  node.auth.deps.settings.mailFolder = 'mail'
  t.match(await shown(), /newest file in \.tripfold\/mail/)
  t.notMatch(await shown(), /on its way/)
})
