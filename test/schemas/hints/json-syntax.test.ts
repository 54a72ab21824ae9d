import t from 'tap'
import { jsonSyntaxError } from '../../../schemas/hints/json-syntax.js'

t.test('where a text stops being JSON', async (t) => {
  for (const [text, line, column, problem] of [
    ['', 1, 1, /expected a value, found the end/],
    ['{"a": 1,}', 1, 9, /expected a field name in double quotes, found "}"/],
    ['{"a" 1}', 1, 6, /expected a colon, found "1"/],
    ["{'a': 1}", 1, 2, /found "'"/],
    ['[1, 2', 1, 6, /expected a comma or "]", found the end/],
    ['[1}', 1, 3, /expected a comma or "]", found "}"/],
    ['[1,]', 1, 4, /expected a value, found "]"/],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, /expected a comma or "}", found a double quote/],
    ['{"a": "x\ny"}', 1, 9, /string with the character U\+000A/],
    ['{"é🙂": tru}', 1, 8, /expected a value, found "t"/],
    ['{"a": 01}', 1, 8, /expected a comma or "}", found "1"/],
    ['{} x', 1, 4, /expected nothing more, found "x"/],
    ['{"a": "\\x"}', 1, 8, /backslash/],
    ['"abc', 1, 5, /without its closing quote/],
    ['\ufeff{}', 1, 1, /U\+FEFF/],
    ['-', 1, 1, /found "-"/],
  ] as const)
    t.match(jsonSyntaxError(text), { line, column, problem }, text)
})

t.test('it refuses what JSON.parse refuses, and nothing else', async (t) => {
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"a"',
    '1',
    '-0.5e+3',
    'null',
    ' ',
    '\n',
    'x',
    '"',
    '\\',
    '0',
    '.',
  ]
  let seed = 7
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let i = 0; i < 20_000; i += 1) {
    const text = Array.from({ length: random(9) }, () => pieces[random(pieces.length)]).join('')
    const isJson = (() => {
      try {
        JSON.parse(text)
        return true
      } catch {
        return false
      }
    })()
    if ((jsonSyntaxError(text) === null) !== isJson) t.fail(text)
  }
})

t.test('a mebibyte takes one pass', async (t) => {
  for (const text of [
    '['.repeat(2 ** 20),
    `"${'\\n'.repeat(2 ** 19)}`,
    '\n'.repeat(2 ** 20),
    '1'.repeat(2 ** 20) + 'x',
  ]) {
    const began = performance.now()
    t.ok(jsonSyntaxError(text))
    t.ok(performance.now() - began < 1_000)
  }
})

t.test('how frequent mistakes are corrected', async (t) => {
  for (const [text, hint] of [
    ['[1,]', /Remove the comma/],
    ["['a']", /double quotes/],
    ['{"a": None}', /true, false or null/],
    ['{"a": 1 // one\n}', /Remove the comment/],
    ['{"a": 1', /cut off/],
  ] as const)
    t.match(jsonSyntaxError(text)?.hint, hint, text)
})
