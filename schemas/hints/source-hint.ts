/** Which source was probably meant, by its id or its name, after one that is not known (contract.md 6.1). */
import type { Suggest } from './likely-word.js'
import { wordsOf } from './source-index.js'
import type { SourceIndex } from './source-index.js'

const LIST = 'GET /v2/sources lists the ids; add ?q= and a name to search.'
/** A hint names no more sources than these. */
const MAX_NAMED = 3
/** A longer text is neither an id nor a name. */
const MAX_LENGTH = 64

/** @param sent what was sent in place of the id of a source */
export function sourceHint(sent: string, sources: SourceIndex, suggest: Suggest): string {
  const ids = sent.length > MAX_LENGTH ? [] : likelySources(sent, sources, suggest)
  if (ids.length === 0 || ids.length > MAX_NAMED) return LIST
  const named = ids.map((id) => `"${id}" (${sources.nameOf(id)})`)
  const [last] = named.splice(-1)
  return `Did you mean ${named.length === 0 ? '' : `${named.join(', ')} or `}${last!}? ${LIST}`
}

/** The surest way that finds any decides: the code, the name, words of the name, a misspelling of one. */
function likelySources(sent: string, sources: SourceIndex, suggest: Suggest): readonly string[] {
  const name = sent.replace(/^[a-z]+_/, '').replaceAll('_', ' ')
  return (
    firstFound([
      () => withSuffix(sent, sources.ids),
      () => sources.called(sent),
      () => sources.called(name),
      () => sources.beginningWith(name),
      () => calledWithin(name, sources),
      () => oneOf(suggest(sent, sources.ids)),
      () => withoutLastLetter(sent, sources.ids),
      () => sources.called(suggest(name, sources.names) ?? ''),
    ]) ?? []
  )
}

function firstFound(ways: ReadonlyArray<() => readonly string[]>): readonly string[] | undefined {
  for (const way of ways) {
    const found = way()
    if (found.length > 0) return found
  }
  return undefined
}

const oneOf = (id: string | null): string[] => (id === null ? [] : [id])

/** The one source whose id ends with the text, as `airline_ba` does with BA. */
function withSuffix(text: string, ids: readonly string[]): string[] {
  const suffix = `_${text.trim().toLowerCase()}`
  const found = ids.filter((id) => id.endsWith(suffix))
  return found.length === 1 ? found : []
}

/** The source whose id was typed with one letter too many: other codes of two letters are as close to it. */
function withoutLastLetter(text: string, ids: readonly string[]): string[] {
  const id = text.slice(0, -1).toLowerCase()
  return ids.includes(id) ? [id] : []
}

/** Sources whose name is part of a longer one, as Lufthansa is of Deutsche Lufthansa AG. */
function calledWithin(text: string, sources: SourceIndex): readonly string[] {
  const words = wordsOf(text)
  for (let length = words.length - 1; length > 0; length -= 1)
    for (let at = 0; at + length <= words.length; at += 1) {
      const found = sources.called(words.slice(at, at + length).join(' '))
      if (found.length > 0) return found
    }
  return []
}
