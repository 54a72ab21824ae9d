/** RULES 6.8: the languages in which trips and cities are named. */

import { memoize } from '../../../schemas/base/memoize.js'
import { dayText } from '../../../schemas/base/wall-time.js'
import { DAY } from '../lib/local-time.js'

/** In the order of the columns of the tables. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'] as const

export type Language = (typeof LANGUAGES)[number]

/** The language of a BCP 47 tag (`de-CH` is `de`); English for one that the tables do not have, and for none. */
export function languageOf(tag: unknown): Language {
  const primary = typeof tag === 'string' ? tag.split('-')[0]?.toLowerCase() : undefined
  return LANGUAGES.find((language) => language === primary) ?? 'en'
}

const CACHED_MONTHS = 5_000

/** By language and month (`de 2026-03`): formatting takes 2 us. */
const formatted = memoize(CACHED_MONTHS, (key) => {
  const [language, month = ''] = key.split(' ')
  const format = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return format.format(Date.parse(`${month}-01`))
})

/** `March 2026`, `März 2026`, `marzo de 2026`. `instant` in epoch milliseconds, years 0 to 9999. */
export function monthAndYear(instant: number, language: Language): string {
  return formatted(`${language} ${dayText(Math.floor(instant / DAY)).slice(0, 7)}`)
}
