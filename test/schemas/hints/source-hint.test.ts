import t from 'tap'
import { suggestions } from '../../../schemas/hints/likely-word.js'
import { sourceHint } from '../../../schemas/hints/source-hint.js'

const IDS = ['airline_ba', 'airline_bb', 'tmc_egencia', 'ota_ba2', 'manual']

t.test('the id that is meant, and where all are', async (t) => {
  const hint = (id: string): string => sourceHint(id, IDS, suggestions())
  t.equal(hint('tmc_egenica'), 'Did you mean "tmc_egencia"? GET /v2/sources lists the ids.')
  t.match(hint('BA'), /"airline_ba"/)
  t.match(hint('AIRLINE-BA'), /"airline_ba"/)
  for (const id of ['airline_bc', 'nobody', '']) t.equal(hint(id), 'GET /v2/sources lists the ids.', id)
})
