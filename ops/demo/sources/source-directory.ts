/** The sources that the running service knows, looked up by what they are. */
import type { Random } from '../travel/random.js'

/** What GET /v2/sources tells of a source, as far as the demo needs it. */
export interface KnownSource {
  id: string
  name: string
  classification: string
  vendor_code: string | null
}

export interface SourceDirectory {
  /** The airline's own source; null when it has none. */
  airline: (code: string) => string | null
  /** The own source of a hotel brand or car company; null when it has none. */
  vendor: (classification: 'hotel' | 'car', name: string) => string | null
  /** One of a class; null when there is none. */
  any: (classification: string, chance: Random) => string | null
}

export function sourceDirectory(sources: KnownSource[]): SourceDirectory {
  const airlines = new Map(
    sources
      .filter((source) => source.classification === 'airline')
      .map((source) => [source.vendor_code ?? source.id, source.id]),
  )
  const classes = new Map<string, KnownSource[]>()
  for (const source of sources)
    classes.set(source.classification, [...(classes.get(source.classification) ?? []), source])
  return {
    airline: (code) => airlines.get(code) ?? null,
    vendor: (classification, name) =>
      classes.get(classification)?.find((source) => source.name.toLowerCase().startsWith(name.toLowerCase()))
        ?.id ?? null,
    any: (classification, chance) => {
      const list = classes.get(classification)
      return list === undefined ? null : chance.pick(list).id
    },
  }
}
