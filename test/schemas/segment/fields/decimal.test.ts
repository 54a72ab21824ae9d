/** Decimal numbers as they are kept (RULES N1). */
import t from 'tap'
import { isCurrency } from '../../../../schemas/base/currency.js'
import { decimalText } from '../../../../schemas/segment/fields/decimal.js'

t.test('numbers and texts are rounded to the digits that are kept', async (t) => {
  for (const [value, digits, kept] of [
    [249.9, 4, '249.9'],
    [1200, 4, '1200'],
    [0.1 + 0.2, 4, '0.3'],
    [1e-7, 4, '0'],
    [-0.00001, 4, '0'],
    [47.458061234567, 12, '47.458061234567'],
    ['612.40', 4, '612.40'],
    ['612.40005', 4, '612.4001'],
    ['612.40004', 4, '612.4'],
    ['9.99999', 4, '10'],
    ['-0.1'.padEnd(60, '9'), 12, '-0.2'],
    ['8.54000', 12, '8.54000'],
    ['+47.5', 12, '+47.5'],
  ] as const)
    t.equal(decimalText(value, digits), kept, `${value}`)
  for (const none of ['', 'abc', '1e3', '1,5', '.', '12.', NaN, Infinity, 1e16, null, true])
    t.equal(decimalText(none, 4), null, `${none}`)
})

t.test('currencies in use and historic ones', async (t) => {
  for (const code of ['EUR', 'USD', 'DEM', 'FRF', 'ITL', 'HRK', 'BGN', 'ATS', 'NLG', 'GRD', 'ZWL'])
    t.ok(isCurrency(code), code)
  for (const code of ['eur', 'EURO', 'QQQ', '']) t.notOk(isCurrency(code), code)
})
