import { until } from '../until.js'
import { api } from './auth-fixtures.js'
import type { AuthNode } from './auth-node.js'

/** What nodes say of an access token. */
export const tokenOn = (nodes: readonly AuthNode[]) => ({
  warm: async (token: string): Promise<void> => {
    for (const one of nodes)
      if ((await api(one, token)).status !== 200) throw new Error('the token should be accepted')
  },
  /** Milliseconds until each node, or each of `some`, refuses it. */
  refusedBy: async (token: string, some = nodes): Promise<number> => {
    const begun = Date.now()
    await Promise.all(
      some.map(async (one) => {
        await until('the token is refused', async () => (await api(one, token)).status === 401, 1_000)
      }),
    )
    return Date.now() - begun
  },
})
