/** RULES 6.8: the languages in which trips and cities are named. */

/** In the order of the columns of the tables. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl'] as const

export type Language = (typeof LANGUAGES)[number]

/** The language of a BCP 47 tag (`de-CH` is `de`); English for one that the tables do not have, and for none. */
export function languageOf(tag: unknown): Language {
  const primary = typeof tag === 'string' ? tag.split('-')[0]?.toLowerCase() : undefined
  return LANGUAGES.find((language) => language === primary) ?? 'en'
}

const formats = new Map<Language, Intl.DateTimeFormat>()

/** `March 2026`, `März 2026`, `marzo de 2026`. */
export function monthAndYear(instant: number, language: Language): string {
  let format = formats.get(language)
  if (format === undefined) {
    format = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
    formats.set(language, format)
  }
  return format.format(instant)
}
