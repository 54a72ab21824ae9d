/**
 * Writes the types of the client package from the OpenAPI document: `node --import tsx test/checks/generate-client.ts`.
 * A test fails while the checked-in file is not what this writes.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../../ops/config/paths.js'
import { productDocument } from './product-document.js'

type Json = Record<string, unknown>

const CLIENT = join(ROOT, 'api', 'client')
export const TYPES_FILE = join(CLIENT, 'src', 'api-types.d.ts')
const GENERATOR = join(CLIENT, 'node_modules', '.bin', 'openapi-typescript')
const HEAD = '// Generated from the OpenAPI document by test/checks/generate-client.ts. Do not edit.\n'

/** The text of the types file. */
export async function clientTypes(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tripfold-client-'))
  try {
    const file = join(folder, 'openapi.json')
    writeFileSync(file, JSON.stringify(clientDocument(await productDocument('https://api.example.com'))))
    const { NODE_OPTIONS: _loaders, ...env } = process.env
    const types = execFileSync(GENERATOR, [file, '--root-types=false'], { encoding: 'utf8', env })
    return HEAD + types.slice(types.indexOf('*/\n') + 3)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What the client needs: no errors, no webhooks. */
function clientDocument(document: Json): Json {
  const paths = Object.entries(document['paths'] as Record<string, Record<string, Json>>)
    .filter(([path]) => path.startsWith('/v2/'))
    .map(([path, item]) => [
      path,
      Object.fromEntries(Object.entries(item).map(([method, one]) => [method, withoutErrors(one)])),
    ])
  const { schemas, parameters, headers, examples } = document['components'] as Json
  return {
    openapi: document['openapi'],
    info: { title: 'Tripfold', version: '2' },
    paths: Object.fromEntries(paths) as Json,
    components: { schemas, parameters, headers, examples },
  }
}

function withoutErrors(operation: Json): Json {
  const responses = Object.entries(operation['responses'] as Json).filter(([status]) =>
    status.startsWith('2'),
  )
  return { ...operation, responses: Object.fromEntries(responses) }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(TYPES_FILE, await clientTypes())
