/** RULES N3: how documents write a train. */
import t from 'tap'
import { parseTrainName } from '../../../../schemas/segment/fields/train-name.js'

const CASES: ReadonlyArray<[text: string, line: string | null, numbers: string[]]> = [
  ['RE 13 (20070)', 'RE 13', ['20070']],
  ['20070 (RE 13)', 'RE 13', ['20070']],
  ['IC 5 (2410)', 'IC 5', ['2410']],
  ['re13', 'RE 13', []],
  ['S 41', 'S 41', []],
  ['RE 5123', 'RE', ['5123']],
  ['ICE 1601 / ICE 1631', 'ICE', ['1601', '1631']],
  ['ICE 1601/1631', 'ICE', ['1601', '1631']],
  ['RJ 63 / EC 113', 'RJ', ['63', '113']],
  ['ICE 0579', 'ICE', ['579']],
  ['ICE579', 'ICE', ['579']],
  ['ICE 579 (Mo-Fr)', 'ICE', ['579']],
  ['579', null, ['579']],
  ['Train No. 12951', null, ['12951']],
  ['Zug 579', null, ['579']],
  ['EN 40457 Nightjet', 'EN', ['40457']],
  ['Flying Scotsman', 'FLYING SCOTSMAN', []],
  ['', null, []],
]

t.test('the line and the numbers of a train', async (t) => {
  for (const [text, line, numbers] of CASES) t.same(parseTrainName(text), { line, numbers }, text)
})
