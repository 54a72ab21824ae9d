/** Whether a feed line's traveller agrees with a member by name (contract.md 8.3). */
import fc from 'fast-check'
import t from 'tap'
import { holderKeys, lineNames, nameKeys } from '../../../schemas/itinerary/name-agreement.js'

/** As the database decides it: a key in common. */
function agrees(member: [first: unknown, last: unknown], line: string[]): boolean {
  const holder = holderKeys(...member)
  return line.some((key) => holder.includes(key))
}

t.test('one person in the spellings of airlines, agencies and reservation systems', (t) => {
  const cases: Array<[first: string, last: string, Array<Record<string, string>>]> = [
    [
      'John',
      'Smith',
      [
        { last_name: 'SMITH', first_name: 'J' },
        { last_name: 'smith', first_name: 'JOHNMR' },
        { last_name: 'SMITH/JOHN MR' },
        { last_name: 'Smith', first_name: 'Mr. John Paul' },
        { last_name: 'Smith Jr.', first_name: 'John' },
        { last_name: 'SMITH III', first_name: 'JOHN' },
      ],
    ],
    [
      'Jürgen',
      'Müller',
      [
        { last_name: 'MUELLER', first_name: 'JUERGEN' },
        { last_name: 'Muller', first_name: 'J.' },
      ],
    ],
    [
      'Özge',
      'Groß',
      [
        { last_name: 'GROSS', first_name: 'OEZGE' },
        { last_name: 'GROẞ', first_name: 'O' },
      ],
    ],
    [
      'Siobhán',
      "O'Brien",
      [
        { last_name: 'OBRIEN', first_name: 'SIOBHAN' },
        { last_name: 'O’Brien', first_name: 'S' },
        { last_name: 'OʼBrien', first_name: 'S' },
        { last_name: 'O BRIEN', first_name: 'S' },
      ],
    ],
    [
      'Anna',
      'Smith-Jones',
      [
        { last_name: 'SMITHJONES', first_name: 'ANNA MRS' },
        { last_name: 'Smith Jones', first_name: 'A' },
      ],
    ],
    ['Rui', 'Costa-Alves', [{ last_name: 'COSTAALVES', first_name: 'RUI' }]],
    [
      'Ludwig',
      'van Beethoven',
      [
        { last_name: 'VANBEETHOVEN', first_name: 'LUDWIG' },
        { last_name: 'BEETHOVEN', first_name: 'LUDWIG VAN' },
        { last_name: 'Van Beethoven', first_name: 'L' },
      ],
    ],
    [
      'Юлия',
      'Щербакова',
      [
        { last_name: 'SHCHERBAKOVA', first_name: 'IULIIA' },
        { last_name: 'SHCHERBAKOVA', first_name: 'YULIA' },
      ],
    ],
    ['明', '王', [{ last_name: '王', first_name: '明' }]],
  ]
  for (const [first, last, lines] of cases)
    for (const line of lines)
      t.ok(
        agrees([first, last], lineNames([line], '1').names ?? []),
        `${first} ${last}: ${JSON.stringify(line)}`,
      )
  for (const whole of [
    'Smith, John',
    'John Smith',
    'SMITH/JOHN MR',
    'Mr John Smith',
    'John Smith, Jr.',
    'John Smith III',
  ])
    t.ok(agrees(['John', 'Smith'], nameKeys(null, null, whole)), whole)
  t.end()
})

t.test('another person does not agree', (t) => {
  for (const line of [
    { last_name: 'SMITH', first_name: 'MARY' },
    { last_name: 'SMYTH', first_name: 'JOHN' },
    { last_name: 'SMITHSON', first_name: 'JOHN' },
    { last_name: 'SMITH', first_name: '' },
    { last_name: 'JOHN', first_name: 'SMITH' },
  ]) {
    const { names, needsProof } = lineNames([line], '1')
    t.notOk(!needsProof && agrees(['John', 'Smith'], names ?? []), JSON.stringify(line))
  }
  t.notOk(agrees(['Joan', 'Laney'], nameKeys('Joan', 'Delaney')), 'a particle is a word of its own')
  t.same(holderKeys(null, 'Smith'), [], 'a member without a given name agrees with nobody')
  t.same(holderKeys('John', ' '), [])
  t.end()
})

t.test('the names of a line are those that all its segments have in common', (t) => {
  const john = { first_name: 'John', last_name: 'Smith' }
  const mary = { first_name: 'Mary', last_name: 'Jones' }
  const none = { type: 'Air' }
  t.same(lineNames([none, none], '1'), { names: null, needsProof: true })
  t.same(
    lineNames([none, john], '1'),
    { names: ['SMITH/J'], needsProof: false },
    'a segment without a name goes along',
  )
  t.same(lineNames([john, mary], '1'), { names: [], needsProof: false }, 'nobody may have both')
  t.same(lineNames([john, { travelers: [mary, john] }], '1').names, ['SMITH/J'])
  t.same(
    lineNames(
      [
        {
          travelers: [
            { ...mary, loyalty_no: '47-11' },
            { ...john, loyalty_no: '8' },
          ],
        },
      ],
      '4711',
    ).names,
    ['JONES/M'],
    'the traveller with the number is meant',
  )
  t.same(lineNames([{ last_name: 'Smith' }], '1'), { names: ['SMITH/'], needsProof: true })
  t.same(lineNames([{ last_name: 'Smith' }, john], '1'), { names: ['SMITH/J'], needsProof: false })
  t.same(lineNames([{ last_name: 'Jones' }, john], '1').names, [])
  t.same(lineNames([{ travelers: [null, 7, {}] }], '1').names, null, 'odd entries name nobody')
  const crowd = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ travelers: [john, { name: `Other Roe${'x'.repeat(at)}` }] }))
  t.same(lineNames(crowd(150), '1').names, ['SMITH/J'])
  t.same(lineNames(crowd(500), '1'), { names: [], needsProof: false }, 'more than 200 names are nobody')
  t.end()
})

const letters = fc.stringMatching(/^[A-Z][a-z]{1,11}$/)
/** Not a title, and with a first letter that no spelling changes. */
const given = fc.stringMatching(/^[B-DF-HJ-NP-TV-X][a-z]{1,11}$/).filter((name) => !TITLES.test(name))
const TITLES = /^(mrs|miss|mstr|mr|ms|dr|prof|chd|inf)$/i
const accented = fc.stringMatching(/^[A-ZÀÉÎÕÑÇŠŽ][a-zàéîõñçšžø]{1,11}$/)
const family = fc.oneof(
  letters,
  accented,
  fc.tuple(letters, accented).map(([a, b]) => `${a}-${b}`),
)

/** Another spelling of a name. */
const respell = (text: string, how: number): string =>
  [
    text,
    text.toUpperCase(),
    text.toLowerCase(),
    text.normalize('NFD'),
    text.replaceAll('-', ' '),
    text.replaceAll('-', ''),
    ` ${text}  `,
  ][how] ?? text

t.test('spelling does not matter, another initial or family name does', (t) => {
  fc.assert(
    fc.property(given, family, fc.nat(6), fc.nat(6), (first, last, a, b) => {
      const line = lineNames([{ first_name: respell(first, a), last_name: respell(last, b) }], '1')
      return !line.needsProof && agrees([first, last], line.names ?? [])
    }),
  )
  fc.assert(
    fc.property(given, given, letters, (first, other, last) => {
      fc.pre(first[0] !== other[0])
      return !agrees([first, last], nameKeys(other, last))
    }),
  )
  fc.assert(
    fc.property(fc.anything(), fc.anything(), fc.anything(), (first, last, whole) => {
      const keys = nameKeys(first, last, whole)
      return keys.every((key) => key.includes('/') && !key.includes('\n')) && keys.length <= 4
    }),
  )
  fc.assert(
    fc.property(
      fc.array(fc.record({ first_name: given, last_name: fc.constantFrom('Ng', 'Roe') })),
      (segments) => {
        const { names } = lineNames(segments, '1')
        const all = segments.map((one) => nameKeys(one.first_name, one.last_name))
        return (names ?? []).every((name) => all.every((keys) => keys.includes(name)))
      },
    ),
  )
  t.end()
})
