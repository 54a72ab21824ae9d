/**
 * Writes what of the clients follows from the OpenAPI document: `node --import tsx test/checks/generate-client.ts`.
 * A test fails while a checked-in file is not what this writes.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from '../../ops/config/paths.js'
import { clientModel } from './client/model.js'
import { clientModule, typesModule } from './client/python.js'
import { callsFile, typesFile } from './client/typescript.js'
import { productDocument } from './product-document.js'

/** The files by their path. */
export async function clientFiles(): Promise<Map<string, string>> {
  const model = clientModel(await productDocument('https://api.example.com'))
  return new Map([
    [join(ROOT, 'api/client/src/generated/types.d.ts'), typesFile(model)],
    [join(ROOT, 'api/client/src/generated/calls.ts'), callsFile(model)],
    [join(ROOT, 'api/client/python/tripfold/types.py'), typesModule(model)],
    [join(ROOT, 'api/client/python/tripfold/client.py'), clientModule(model)],
  ])
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const [file, text] of await clientFiles()) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
