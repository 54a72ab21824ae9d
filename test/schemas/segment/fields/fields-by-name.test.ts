import t from 'tap'
import { hidden, optional } from '../../../../schemas/segment/fields/field-entry.js'
import { text } from '../../../../schemas/segment/fields/field.js'
import { fieldsByName } from '../../../../schemas/segment/fields/fields-by-name.js'

const deck = optional(text(10, 'Deck.'), { group: 'seat' })

t.test('types may share a name if merging and change events treat it alike', (t) => {
  const fields = fieldsByName({ Ferry: { deck }, Cruise: { deck: hidden({ ...deck, matching: true }) } })
  t.same([...fields.keys()], ['deck'])
  t.end()
})

t.test('a name with other traits in another type is refused', (t) => {
  const others = [
    { ...deck, material: true },
    { ...deck, merged: false },
    { ...deck, mergesWith: 'cabin_no' },
    { ...deck, group: 'price' },
  ] as const
  for (const other of others)
    t.throws(
      () => fieldsByName({ Ferry: { deck }, Cruise: { deck: other } }),
      /field deck is \(.*\) in Ferry but \(.*\) in Cruise/,
    )
  t.end()
})
