/** The official client of the Model Context Protocol signs a member in through a real browser (contract.md 15). */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { OAuthClientProvider } from '@modelcontextprotocol/client'
import t from 'tap'
import { aMember, anApp, PASSWORD } from '../support/auth/auth-fixtures.js'
import { authNode } from '../support/auth/auth-node.js'
import { openBrowser } from '../support/auth/browser.js'
import { kept } from '../support/auth/kept-sign-in.js'
import { trustedFetch } from '../support/auth/public-client.js'
import { inspectState, pageOf, press } from '../support/auth/page-inspection.js'
import { partnerSite } from '../support/auth/partner-site.js'
import { until } from '../support/until.js'

t.test('discovery, sign-in, a tool, a narrow scope, and the end of the grant', async (t) => {
  const node = await authNode(t)
  const site = await partnerSite(t)
  const app = await anApp(node, { name: 'Ada Assistant', redirectUri: site.redirectUri })
  const page = await pageOf(await openBrowser(t), node, null)
  const member = await aMember(node)
  const signIn = kept(site.redirectUri)
  const provider: OAuthClientProvider = {
    ...signIn.provider,
    redirectUrl: site.redirectUri,
    clientInformation: () => ({ client_id: app.clientId, client_secret: app.clientSecret }),
  }
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(`${node.url}/mcp`), {
      authProvider: provider,
      fetch: trustedFetch(node),
    })
  const newClient = () => new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  const first = transport()
  await t.rejects(newClient().connect(first), { name: 'UnauthorizedError' })
  const asked = new URL(signIn.address())
  t.equal(asked.searchParams.get('scope'), 'trips:read trips:write', 'what the tools need, and no more')
  asked.searchParams.set('scope', 'trips:read')
  await page.goto(asked.href)
  await page.type('#email', member.email)
  await page.type('#password', PASSWORD)
  await press(page, 'form[action="/oauth/login"] button')
  t.match(await page.$eval('main', (main) => main.textContent), /It is for an assistant/)
  t.same(await inspectState(page, 'consent-assistant'), [])
  await press(page, 'button[value="allow"]')
  await first.finishAuth(site.visits.at(-1)!.query)
  const client = newClient()
  await client.connect(transport())
  t.same((await client.callTool({ name: 'list_trips', arguments: {} })).structuredContent, { trips: [] })
  const write = { name: 'submit_segments', arguments: { segments: [] } }
  const before = signIn.address()
  await client.callTool(write).catch(() => null)
  t.not(signIn.address(), before, 'it asks the member for more')
  t.match(new URL(signIn.address()).searchParams.get('scope'), /trips:write/)
  await page.goto(`${node.url}/account/apps`)
  await press(page, 'a.button[href*="?app="]')
  await press(page, 'main form button')
  signIn.forgetRefresh()
  await until(
    'the grant has ended',
    async () => (await client.listTools().catch((error: Error) => error.name)) === 'UnauthorizedError',
  )
  await client.close()
})
