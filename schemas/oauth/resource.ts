/**
 * What an access token is for (RFC 8707, oauth.md 1.2): the REST API, or the tools for assistants. A token for one is
 * refused by the other.
 */
export const RESOURCES = ['api', 'mcp'] as const
export type Resource = (typeof RESOURCES)[number]

/** The parameter that names it, at the authorization and the token endpoint. */
export const RESOURCE_PARAMETER =
  'What the access token is for (RFC 8707): {base_url}, as without it, or {base_url}/mcp for the tools for assistants. ' +
  'A token request may not name another one than the authorization request.'

/** The path of each below `{base_url}`. */
const PATHS: Readonly<Record<Resource, string>> = { api: '', mcp: '/mcp' }

/**
 * Its identifier, the audience of its tokens (RFC 9728 1.2).
 * @param baseUrl `{base_url}`, without a slash at the end
 */
export const resourceUrl = (baseUrl: string, resource: Resource): string => `${baseUrl}${PATHS[resource]}`

/** The address of its metadata: its path follows the well-known one (RFC 9728 3.1). */
export const resourceMetadataUrl = (baseUrl: string, resource: Resource): string =>
  `${baseUrl}/.well-known/oauth-protected-resource${PATHS[resource]}`

/**
 * Reads the parameter `resource`; null without one. A slash at the end is the same resource, because clients write URLs
 * in their normal form.
 */
export function parseResource(
  text: string | null,
  baseUrl: string,
): { resource: Resource | null } | { problem: string } {
  if (text === null) return { resource: null }
  const asked = text.replace(/\/$/, '')
  const resource = RESOURCES.find((one) => resourceUrl(baseUrl, one) === asked)
  if (resource !== undefined) return { resource }
  const known = RESOURCES.map((one) => resourceUrl(baseUrl, one)).join(' and ')
  return { problem: `The resource is not one of this service; there are ${known}.` }
}
