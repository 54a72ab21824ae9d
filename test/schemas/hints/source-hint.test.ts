import t from 'tap'
import { suggestions } from '../../../schemas/hints/likely-word.js'
import { sourceHint } from '../../../schemas/hints/source-hint.js'
import { sourceIndex } from '../../../schemas/hints/source-index.js'

const NAMES = {
  airline_ba: 'British Airways',
  airline_bb: 'Seaborne Airlines',
  airline_hh: 'Islandsflug',
  airline_kl: 'KLM Royal Dutch Airlines',
  airline_lh: 'Lufthansa',
  airline_wa: 'KLM Cityhopper',
  hotel_melia: 'Meliá',
  tmc_egencia: 'Egencia',
  ota_ba2: 'Booker',
  manual: 'Manual',
}
const INDEX = sourceIndex(Object.entries(NAMES).map(([id, name]) => ({ id, name })))
const LIST = 'GET /v2/sources lists the ids; add ?q= and a name to search.'
const hint = (sent: string): string => sourceHint(sent, INDEX, suggestions())

t.test('the source that is meant by its id, and where all are', async (t) => {
  t.equal(hint('tmc_egenica'), `Did you mean "tmc_egencia" (Egencia)? ${LIST}`)
  t.match(hint('BA'), /"airline_ba"/)
  t.match(hint('AIRLINE-BA'), /"airline_ba"/)
  t.match(hint('airline_lhh'), /mean "airline_lh" \(Lufthansa\)\?/, 'not airline_hh, which is as close')
  for (const id of ['airline_bc', 'nobody', '', 'x'.repeat(70)]) t.equal(hint(id), LIST, id)
})

t.test('and by its name', async (t) => {
  t.equal(hint('Lufthansa'), `Did you mean "airline_lh" (Lufthansa)? ${LIST}`)
  for (const name of ['LUFTHANSA', 'Luftansa', 'airline_lufthansa', 'Deutsche Lufthansa AG'])
    t.match(hint(name), /mean "airline_lh" \(/, name)
  for (const name of ['british airways', 'airline_british_airways', 'British', 'British Airways Plc'])
    t.match(hint(name), /mean "airline_ba" \(/, name)
  t.match(hint('melia hotels'), /"hotel_melia" \(Meliá\)/)
  t.match(hint('KLM'), /"airline_kl" \(KLM Royal Dutch Airlines\) or "airline_wa" \(KLM Cityhopper\)\?/)
})
