/** Labels of the forms of segments: words that people use, each for one field of a form. */
import t from 'tap'
import { FORM_FIELDS, inputsOf } from '../../../api/pages/member/editing/segment-fields.js'
import { labelled } from '../../../api/segment-words/field-words.js'
import { SEGMENT_TYPES } from '../../../schemas/segment/fields/segment-types.js'

/** What only programs say. */
const MACHINE =
  /_|\d|\b(?:url|pax|no|num|id|admin|datetime|checkin|checkout|pickup|dropoff|embark|disembark|is)\b/i

t.test('no label is the name of a field, and no two inputs of a form have the same', async (t) => {
  for (const type of SEGMENT_TYPES) {
    const labels = FORM_FIELDS[type].flatMap((one) => inputsOf(one, {}).map(({ label }) => label))
    t.equal(new Set(labels).size, labels.length, type)
    for (const label of labels) t.notMatch(label, MACHINE, `${type}: ${label}`)
  }
})

t.test('a sentence about fields has their labels', async (t) => {
  const sentence = 'Field "arrival_datetime" must be after "departure_datetime".'
  t.equal(labelled(sentence), '"Arrival time" must be after "Departure time".')
  t.equal(labelled('"origin" is not known.', 'Rail'), '"Departure station" is not known.')
})
