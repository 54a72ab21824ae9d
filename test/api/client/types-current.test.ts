import { readFileSync } from 'node:fs'
import t from 'tap'
import { clientTypes, TYPES_FILE } from '../../checks/generate-client.js'

t.test('the types of the client are those of the document', async (t) => {
  t.ok(
    readFileSync(TYPES_FILE, 'utf8') === (await clientTypes()),
    'they differ: run node --import tsx test/checks/generate-client.ts',
  )
})
