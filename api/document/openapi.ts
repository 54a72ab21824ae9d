/**
 * The OpenAPI 3.1 document, built from the operations of all endpoints and from the schemas that validate
 * them.
 */
import type { TSchema } from 'typebox'
import { NAMED_SCHEMAS } from './components.js'
import { HEADERS } from './headers.js'
import { INTRODUCTION, TAGS } from './introduction.js'
import { toJsonSchema } from './json-schema.js'
import type { Json } from './json-schema.js'
import { operationObject } from './operation-object.js'
import type { DescribedOperation } from '../operation/described.js'
import { PARAMETERS } from '../operation/parameters.js'
import type { Parameter } from '../operation/parameter.js'
import { shareExamples } from './shared-examples.js'
import { shareResponses } from './shared-responses.js'
import { securitySchemes } from './security-schemes.js'
import { webhookBodies, webhookObjects, webhookParameters, webhookResponses } from './webhook-objects.js'

/** The whole document. `described` are all operations that it should have. */
export function openApi(
  described: DescribedOperation[],
  settings: { baseUrl: string; authUrl: string },
): Json {
  const paths: Record<string, Json> = {}
  const objects: Array<readonly [string, Json]> = []
  for (const one of described) {
    const object = operationObject(one)
    objects.push([one.operation.id, object])
    paths[one.path] = { ...paths[one.path], [one.method.toLowerCase()]: object }
  }
  const responses = shareResponses(objects.map(([, object]) => object))
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
      parameters: { ...usedParameters(described), ...webhookParameters() },
      headers: HEADERS,
      requestBodies: webhookBodies(),
      examples: shareExamples([...objects, ...Object.entries(responses)]),
      responses: { ...webhookResponses(), ...responses },
      schemas: Object.fromEntries(NAMED_SCHEMAS.map(([name, schema]) => [name, toJsonSchema(schema, true)])),
    },
  }
}

function usedParameters(described: DescribedOperation[]): Json {
  const used = new Set<string>(described.flatMap(({ operation }) => operation.parameters ?? []))
  return Object.fromEntries(
    Object.entries(PARAMETERS)
      .filter(([name]) => used.has(name))
      .map(([name, parameter]) => [name, parameterObject(parameter)]),
  )
}

function parameterObject({
  name,
  description,
  schema,
  example,
  required,
  style,
  explode,
  ...one
}: Parameter) {
  return {
    name,
    in: one.in,
    description,
    schema: parameterSchema(schema),
    ...(example === undefined ? {} : { example }),
    ...(required === undefined ? {} : { required }),
    ...(style === undefined ? {} : { style, explode }),
  }
}

/** Generators of types leave a parameter with a default optional. */
function parameterSchema(schema: TSchema): unknown {
  const { 'x-default': standard, ...rest } = toJsonSchema(schema) as Json
  return standard === undefined ? rest : { ...rest, default: standard }
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
