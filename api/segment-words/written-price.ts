/** Amounts of money as a language writes them. */
import { memoize } from '../../schemas/base/memoize.js'

type Written = (amount: string) => string

const MAX_FORMATS = 1_000

/**
 * `kr 1,200.50`, `\u00a5135,000`, `1.200,50 \u20ac`: with the sign of the currency in the language, else
 * the local one.
 * @param language BCP 47; an unknown one counts as English
 */
export function priceText(price: string, currency: string | null, language: string): string {
  if (!/^-?\d+(?:\.\d+)?$/.test(price)) return currency === null ? price : `${price} ${currency}`
  const digits = (/\.(\d+?)0*$/.exec(price)?.[1] ?? '').length
  return formats(JSON.stringify([known(language), currency, digits]))(price)
}

const formats = memoize(MAX_FORMATS, (key): Written => {
  const [language, currency, digits] = JSON.parse(key) as [string, string | null, number]
  const formatOf = (display: 'symbol' | 'narrowSymbol'): Intl.NumberFormat =>
    numberFormat(language, digits, currency === null ? {} : moneyIn(currency, display))
  const usual = formatOf('symbol')
  const hasSign = currency === null || !usual.format(0).includes(currency)
  const format = hasSign ? usual : formatOf('narrowSymbol')
  // As text: a number would round a large amount.
  return (amount) => format.format(amount as Intl.StringNumericLiteral)
})

const moneyIn = (currency: string, display: 'symbol' | 'narrowSymbol'): Intl.NumberFormatOptions => ({
  style: 'currency',
  currency,
  currencyDisplay: display,
})

/** As many decimals as are usual for the currency, or more if the amount has more. */
function numberFormat(
  language: string,
  digits: number,
  options: Intl.NumberFormatOptions,
): Intl.NumberFormat {
  const format = new Intl.NumberFormat(language, options)
  const usual = format.resolvedOptions().maximumFractionDigits ?? 0
  return usual >= digits
    ? format
    : new Intl.NumberFormat(language, {
        ...options,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      })
}

function known(language: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(language)[0] ?? 'en'
  } catch {
    return 'en'
  }
}
