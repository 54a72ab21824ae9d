/** The official client of the Model Context Protocol against a test server. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { CallToolResult } from '@modelcontextprotocol/client'
import type { Test } from 'tap'

export type Protocol = '2026-07-28' | '2025-11-25'

/** Connects with a token, in the version of the protocol that the test asks for. */
export async function mcpClient(
  t: Pick<Test, 'teardown'>,
  url: string,
  token: string,
  protocol: Protocol = '2026-07-28',
): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: protocol === '2025-11-25' ? 'legacy' : { pin: protocol } } },
  )
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-proto': 'https' }
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }))
  t.teardown(async () => {
    await client.close()
  })
  return client
}

/** The structured answer of a tool. Throws for an error, with its text. */
export async function call<T = Record<string, unknown>>(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<T> {
  const result = (await client.callTool({ name, arguments: args })) as CallToolResult
  if (result.isError === true) throw new Error(textOf(result))
  return result.structuredContent as T
}

export const textOf = ({ content }: CallToolResult): string =>
  content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
