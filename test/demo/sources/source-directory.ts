/** The sources known to the running service, by what they are. */
import type { Random } from '../travel/random.js'

/** What the demo needs to know of a source. */
export interface KnownSource {
  id: string
  name: string
  classification: string
  vendorCode: string | null
}

export interface SourceDirectory {
  /** The airline's own source; null if it has none. */
  airline: (code: string) => string | null
  /** The own source of a hotel brand or car company; null if it has none. */
  vendor: (classification: 'hotel' | 'car', name: string) => string | null
  /** A random source of a class; null if there is none. */
  any: (classification: string, random: Random) => string | null
}

export function sourceDirectory(sources: KnownSource[]): SourceDirectory {
  const airlines = new Map(
    sources
      .filter((source) => source.classification === 'airline')
      .map((source) => [source.vendorCode ?? source.id, source.id]),
  )
  const byClass = new Map<string, KnownSource[]>()
  for (const source of sources)
    byClass.set(source.classification, [...(byClass.get(source.classification) ?? []), source])
  return {
    airline: (code) => airlines.get(code) ?? null,
    vendor: (classification, name) =>
      byClass.get(classification)?.find((source) => source.name.toLowerCase().startsWith(name.toLowerCase()))
        ?.id ?? null,
    any: (classification, random) => {
      const list = byClass.get(classification)
      return list === undefined ? null : random.pick(list).id
    },
  }
}
