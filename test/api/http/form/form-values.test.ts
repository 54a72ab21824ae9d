/** Values and names of form fields as older clients write them (contract.md 1.1). */
import t from 'tap'
import { resolveBrackets } from '../../../../api/http/form/form-names.js'
import { scalarField } from '../../../../api/http/form/form-values.js'

const DATE_TIME = { type: 'string', 'x-kind': 'datetime' }
const DATE = { type: 'string', 'x-kind': 'date' }
const INSTANT = { type: 'string', 'x-kind': 'instant' }

t.test('the wall time of a local date-time counts, its offset is dropped', async (t) => {
  for (const text of [
    '2027-01-20T07:30',
    '2027-01-20 07:30',
    '2027-01-20T07:30-05:00',
    '2027-01-20T07:30+0530',
    '2027-01-20T07:30 05:30',
    '2027-01-20T07:30Z',
    '2027-01-20 07:30 UTC',
    ' 2027-01-20 07:30 ',
  ])
    t.equal(scalarField('x', text, DATE_TIME), '2027-01-20T07:30', text)
  for (const text of ['2027-01-20T07:30:15-05:00', '2027-01-20 07:30:15 -0500', '2027-01-20T07:30:15.250Z'])
    t.equal(scalarField('x', text, DATE_TIME), '2027-01-20T07:30:15', text)
  for (const text of ['2027-01-20', '20.1.2027 07:30', '2027-01-20T07:3005', '2027-01-20T07:30 EST', '07:30'])
    t.equal(scalarField('x', text, DATE_TIME), text, `${text} is left to validation`)
})

t.test('of a date the day counts, of an instant the offset too', async (t) => {
  t.equal(scalarField('x', '2027-01-20T23:30:00-05:00', DATE), '2027-01-20')
  t.equal(scalarField('x', '2027-02-30T23:30:00-05:00', DATE), '2027-02-30T23:30:00-05:00')
  t.equal(scalarField('x', '2027-01-20T23:30:00-05:00', INSTANT), '2027-01-21T04:30:00.000Z')
  t.equal(scalarField('x', '2027-01-20 23:30:00 UTC', INSTANT), '2027-01-20T23:30:00.000Z')
  t.equal(scalarField('x', '2027-01-20T23:30', INSTANT), '2027-01-20T23:30', 'of no zone: left to validation')
  t.equal(scalarField('x', '2027-01-20T23:30:00-05:00', { type: 'string' }), '2027-01-20T23:30:00-05:00')
})

t.test('words for true and false in any case', async (t) => {
  for (const text of ['Y', 'y', 'yes', 'YES', '1', 'true', 'True'])
    t.equal(scalarField('x', text, { type: 'boolean' }), true, text)
  for (const text of ['N', 'n', 'no', 'No', '0', 'false', 'FALSE'])
    t.equal(scalarField('x', text, { type: 'boolean' }), false, text)
  t.equal(scalarField('x', 'maybe', { type: 'boolean' }), 'maybe')
  t.equal(scalarField('x', 'Y', { type: 'string' }), 'Y', 'text stays text')
})

t.test('brackets make lists and unwrap one object', async (t) => {
  const isField = (name: string): boolean => ['type', 'origin', 'airports', 'trip_id'].includes(name)
  const read = (text: string): unknown => {
    const fields = new Map<string, string[]>()
    for (const [name, value] of new URLSearchParams(text))
      fields.set(name, [...(fields.get(name) ?? []), value])
    return Object.fromEntries(resolveBrackets(fields, isField))
  }
  for (const [text, expected] of [
    ['airports[]=LHR&airports[]=LGW', { airports: ['LHR', 'LGW'] }],
    ['airports[0]=LHR&airports[1]=LGW', { airports: ['LHR', 'LGW'] }],
    ['segment[type]=Air&segment[origin]=LHR&trip_id=7', { type: ['Air'], origin: ['LHR'], trip_id: ['7'] }],
    ['me[airports][]=LHR&me[airports][]=LGW', { airports: ['LHR', 'LGW'] }],
    ['segment[seat]=1A&segment[origin]=LHR', { seat: ['1A'], origin: ['LHR'] }],
    ['origin=LHR&segment[origin]=CDG', { origin: ['LHR', 'CDG'] }],
    ['note[a]=1&other[]=2', { 'note[a]': ['1'], 'other[]': ['2'] }],
    ['a[b][c]=1&[origin]=2&origin[x]=3', { 'a[b][c]': ['1'], '[origin]': ['2'], 'origin[x]': ['3'] }],
  ] as const)
    t.same(read(text), expected, text)
})
