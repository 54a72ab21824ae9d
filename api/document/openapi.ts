/**
 * The OpenAPI 3.1 document, built from the operations of all endpoints and from the schemas that validate
 * them.
 */
import { NAMED_SCHEMAS } from './components.js'
import { HEADERS } from './headers.js'
import { INTRODUCTION, TAGS } from './introduction.js'
import { toJsonSchema } from './json-schema.js'
import type { Json } from './json-schema.js'
import { operationObject } from './operation-object.js'
import type { SharedResponses } from './operation-object.js'
import type { DescribedOperation } from './operation.js'
import { PARAMETERS } from './parameters.js'
import { securitySchemes } from './security-schemes.js'
import { webhookObjects } from './webhook-objects.js'

/** The whole document. `described` are all operations that it should have. */
export function openApi(
  described: DescribedOperation[],
  settings: { baseUrl: string; authUrl: string },
): Json {
  const paths: Record<string, Json> = {}
  const shared: SharedResponses = new Map()
  for (const one of described) {
    const path = one.url.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [one.method.toLowerCase()]: operationObject(one, shared) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tripfold',
      version: '2.0.0',
      summary: 'One itinerary per traveller, from many sources.',
      description: INTRODUCTION,
      contact: { name: 'Tripfold', url: `${settings.baseUrl}/docs` },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [serverObject(settings.baseUrl)],
    tags: TAGS,
    security: [],
    paths,
    webhooks: webhookObjects(),
    components: {
      securitySchemes: securitySchemes(settings.authUrl),
      parameters: usedParameters(described),
      headers: HEADERS,
      responses: Object.fromEntries([...shared.values()].map(({ key, response }) => [key, response])),
      schemas: Object.fromEntries(NAMED_SCHEMAS.map(([name, schema]) => [name, toJsonSchema(schema, true)])),
    },
  }
}

function usedParameters(described: DescribedOperation[]): Json {
  const used = new Set<string>(described.flatMap(({ operation }) => operation.parameters ?? []))
  return Object.fromEntries(
    Object.entries(PARAMETERS)
      .filter(([name]) => used.has(name))
      .map(([name, parameter]) => [name, { ...parameter, schema: toJsonSchema(parameter.schema) }]),
  )
}

/**
 * The address of the service. On localhost the host is a variable, so that generated clients can be used
 * elsewhere.
 */
function serverObject(baseUrl: string): Json {
  const { hostname, host } = new URL(baseUrl)
  if (hostname !== 'localhost' && hostname !== '127.0.0.1')
    return { url: baseUrl, description: 'This service.' }
  return {
    url: 'https://{host}',
    description: 'This service.',
    variables: { host: { default: host, description: 'Host and port of the installation.' } },
  }
}
