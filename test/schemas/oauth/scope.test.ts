import fc from 'fast-check'
import t from 'tap'
import { SCOPES, isWithin, knownScopes, parseScopes, scopeText } from '../../../schemas/oauth/scope.js'

t.test('the parameter scope', async (t) => {
  t.same(parseScopes(null), { scopes: null }, 'absent: everything')
  t.same(parseScopes('  trips:read   accounts '), { scopes: ['trips:read', 'accounts'] }, 'spare spaces')
  t.same(parseScopes(SCOPES.join(' ')), { scopes: SCOPES }, 'all by name is not the same as everything')
})

t.test('what is refused', async (t) => {
  const problem = (text: string): string => (parseScopes(text) as { problem: string }).problem
  t.match(
    problem('openid'),
    /^The scope openid is not valid; the scopes, separated by spaces, are trips:read, /,
  )
  t.match(problem('trips:read,accounts'), /^The scope trips:read,accounts is not valid/, 'commas')
  t.match(problem('TRIPS:READ'), /is not valid/, 'case matters')
  t.match(problem('trips:read trips'), /^The scope trips is not valid/, 'one unknown scope refuses all')
  for (const odd of [' ', '   ', 'a"b', 'é', '\ufffd', 'x'.repeat(41)])
    t.match(problem(odd), /^The parameter scope is not valid/, JSON.stringify(odd))
})

t.test('order and repetition never matter, and an answer is parsed to the same scopes', async () => {
  const some = fc.array(fc.constantFrom(...SCOPES), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(some, (asked) => {
      const parsed = parseScopes(asked.join(' ')) as { scopes: (typeof SCOPES)[number][] }
      const again = parseScopes(scopeText(parsed.scopes)) as typeof parsed
      const expected = SCOPES.filter((scope) => asked.includes(scope))
      return String(parsed.scopes) === String(expected) && String(again.scopes) === String(expected)
    }),
  )
})

t.test('garbage never means everything', async () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (text) => {
      const parsed = parseScopes(text)
      return 'problem' in parsed || parsed.scopes !== null
    }),
  )
})

t.test('narrower, and unknown words', async (t) => {
  t.equal(isWithin(['trips:read'], null), true)
  t.equal(isWithin(['trips:read'], ['trips:read', 'accounts']), true)
  t.equal(isWithin(['trips:read', 'accounts'], ['trips:read']), false)
  t.same(knownScopes(['later', 'accounts']), ['accounts'], 'a word of a later version gives nothing')
  t.same(knownScopes(['']), [], 'an empty claim is nothing')
})
