import t from 'tap'
import { isPlainText, jsonText } from '../../../../actors/itinerary/lib/json-text.js'

t.test('texts are written as JSON.stringify writes them, whatever they hold', (t) => {
  const texts = [
    '',
    'Zürich',
    'a "b"',
    'back\\slash',
    'line\nend',
    '\u0000',
    '\ud83d\ude00',
    '\ud83d',
    '\u2028',
  ]
  for (const text of texts) t.equal(jsonText(text), JSON.stringify(text))
  t.equal(jsonText(null), 'null')
  t.ok(isPlainText('Hôtel de la Gare, 12'))
  t.notOk(isPlainText('a "b"'))
  t.end()
})
