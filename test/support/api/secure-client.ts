/** The client package against a service that takes its connections for TLS that a proxy ended. */
import { createClient } from '../../../api/client/src/index.js'
import type { Client } from '../../../api/client/src/index.js'

export const secureClient = (baseUrl: string, token: string): Client =>
  createClient({
    baseUrl,
    token,
    fetch: async (url, init) => {
      const headers = new Headers(init?.headers as Headers)
      headers.set('x-forwarded-proto', 'https')
      return await fetch(url, { ...init, headers })
    },
  })
