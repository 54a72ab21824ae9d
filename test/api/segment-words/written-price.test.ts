/** Money as the language of a member writes it. */
import fc from 'fast-check'
import t from 'tap'
import { priceText } from '../../../api/segment-words/written-price.js'
import { propertyRuns } from '../../support/property-runs.js'

const PRICES: ReadonlyArray<[price: string, currency: string | null, language: string, text: string]> = [
  ['1200.50', 'SEK', 'en', 'kr 1,200.50'],
  ['135000', 'JPY', 'en', '\u00a5135,000'],
  ['1900', 'USD', 'en', '$1,900.00'],
  ['1900', 'CAD', 'en', 'CA$1,900.00'],
  ['1200.50', 'EUR', 'de', '1.200,50 \u20ac'],
  ['12.3456', 'CHF', 'en', 'CHF 12.3456'],
  ['184', null, 'en', '184'],
  ['from 20', 'EUR', 'en', 'from 20 EUR'],
  ['1', 'EUR', 'no language at all', '\u20ac1.00'],
]

t.test('signs, separators and decimals of a language', async (t) => {
  for (const [price, currency, language, text] of PRICES)
    t.equal(priceText(price, currency, language).replaceAll('\u00a0', ' '), text)
})

t.test('no digit of an amount is lost', async () => {
  const amount = fc.tuple(fc.integer({ min: 1, max: 999_999_999_999 }), fc.integer({ min: 0, max: 9_999 }))
  fc.assert(
    fc.property(amount, fc.constantFrom('EUR', 'JPY', 'KWD', 'SEK'), ([whole, part], currency) => {
      const price = `${whole}.${String(part).padStart(4, '0')}`
      const digits = priceText(price, currency, 'en').replaceAll(/[^\d.]/g, '')
      return Number(digits) === Number(price) && digits.startsWith(String(whole))
    }),
    { numRuns: propertyRuns(500) },
  )
})
