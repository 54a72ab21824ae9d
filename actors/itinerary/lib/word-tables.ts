/** Reads the word tables of schemas/data, which write several words as one text. */

/** The words of a list. */
export function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

/** From each alias to the entry that it stands for. `separator` is what stands between the aliases of one entry. */
export function entriesByAlias(
  table: Readonly<Record<string, string>>,
  separator = ' ',
): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(table).flatMap(([entry, aliases]) =>
      aliases.split(separator).map((alias): [string, string] => [alias, entry]),
    ),
  )
}
