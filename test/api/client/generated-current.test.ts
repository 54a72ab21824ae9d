import { readFileSync } from 'node:fs'
import t from 'tap'
import { clientFiles } from '../../checks/generate-client.js'

t.test('what is generated of the clients follows from the document', async (t) => {
  for (const [file, text] of await clientFiles())
    t.ok(
      readFileSync(file, 'utf8') === text,
      `${file} differs: run node --import tsx test/checks/generate-client.ts`,
    )
})
