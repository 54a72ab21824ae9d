/** Sources by what people call them, for hints after one that is not known (contract.md 6.1). */
import { comparisonForm } from '../base/text.js'

export interface SourceIndex {
  ids: readonly string[]
  /** Each name once, as it is shown. */
  names: readonly string[]
  nameOf: (id: string) => string
  /** The ids of the sources that have exactly this name, but for case, accents and punctuation. */
  called: (name: string) => readonly string[]
  /** The ids of the sources whose names begin with these words. */
  beginningWith: (words: string) => readonly string[]
}

/** No name of a source has more words; what follows them is not looked at. */
const MAX_WORDS = 8

/** The words of a name in the form that is compared, at most MAX_WORDS. */
export const wordsOf = (name: string): string[] => comparisonForm(name).split(' ').slice(0, MAX_WORDS)

export function sourceIndex(sources: Iterable<{ id: string; name: string }>): SourceIndex {
  const names = new Map<string, string>()
  const byName = new Map<string, string[]>()
  const byFirstWords = new Map<string, string[]>()
  const enter = (map: Map<string, string[]>, key: string, id: string): void => {
    const ids = map.get(key)
    if (ids === undefined) map.set(key, [id])
    else ids.push(id)
  }
  for (const { id, name } of sources) {
    names.set(id, name)
    const words = wordsOf(name)
    enter(byName, words.join(' '), id)
    for (const at of words.keys()) enter(byFirstWords, words.slice(0, at + 1).join(' '), id)
  }
  return {
    ids: [...names.keys()],
    names: [...new Set(names.values())],
    nameOf: (id) => names.get(id) ?? id,
    called: (name) => byName.get(wordsOf(name).join(' ')) ?? [],
    beginningWith: (words) => byFirstWords.get(wordsOf(words).join(' ')) ?? [],
  }
}
