/** What a client of the Model Context Protocol keeps of a sign-in, in memory. */
import type { OAuthClientProvider } from '@modelcontextprotocol/client'

interface Kept {
  address: string
  verifier: string
  tokens?: Awaited<ReturnType<OAuthClientProvider['tokens']>>
  client?: Awaited<ReturnType<OAuthClientProvider['clientInformation']>>
  found?: Parameters<NonNullable<OAuthClientProvider['saveDiscoveryState']>>[0]
}

export function kept(redirectUri: string) {
  const saved: Kept = { address: '', verifier: '' }
  const provider: OAuthClientProvider = {
    redirectUrl: redirectUri,
    clientMetadata: { client_name: 'Ada Assistant', redirect_uris: [redirectUri] },
    state: () => 'abc',
    clientInformation: () => saved.client,
    saveClientInformation: (client) => {
      saved.client = client
    },
    discoveryState: () => saved.found,
    saveDiscoveryState: (found) => {
      saved.found = found
    },
    tokens: () => saved.tokens,
    saveTokens: (tokens) => {
      saved.tokens = tokens
    },
    redirectToAuthorization: (url) => {
      saved.address = url.href
    },
    saveCodeVerifier: (verifier) => {
      saved.verifier = verifier
    },
    codeVerifier: () => saved.verifier,
  }
  return {
    provider,
    /** Where the member is asked. */
    address: () => saved.address,
    forgetRefresh: () => {
      if (saved.tokens !== undefined) delete saved.tokens.refresh_token
    },
  }
}
