/** Cuts XML messages that follow one another, each with the comments and the declaration before it. */
import type { Cutter } from './cut-documents.js'

const NAME = /^<([A-Za-z_][\w.:-]*)/
/** What may stand before the first element, and how it ends. */
const PROLOGUE: ReadonlyArray<[string, string]> = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<!', '>'],
]

/** A message ends with the end tag of its first element; one without it where the next begins. */
export function xmlCutter(): Cutter {
  let held = ''
  /** The first element, and how far its end was looked for. */
  let root: { name: string; from: number } | null = null
  const cut = (): string | null => {
    root ??= firstElement(held)
    if (root === null) return null
    const { name, from } = root
    const end = new RegExp(`</${name}\\s*>|(?=<\\?xml\\s|<${name}[\\s>])`, 'g')
    end.lastIndex = from
    const match = end.exec(held)
    // A tag may be cut in two.
    root.from = Math.max(from, held.lastIndexOf('<'))
    if (match === null) return null
    root = null
    const message = held.slice(0, match.index + match[0].length)
    held = held.slice(message.length)
    return message
  }
  return {
    push: (text) => {
      held += text
      const found: string[] = []
      for (let message = cut(); message !== null; message = cut()) found.push(message)
      return found
    },
    end: () => [held],
    held: () => held.length,
  }
}

function firstElement(text: string): { name: string; from: number } | null {
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const [begin, end] = PROLOGUE.find(([mark]) => text.startsWith(mark, at)) ?? []
    if (begin === undefined || end === undefined) {
      const [tag, name] = NAME.exec(text.slice(at, at + 200)) ?? []
      // The name may go on in the next chunk.
      if (tag !== undefined && name !== undefined && at + tag.length < text.length)
        return { name: name.replaceAll('.', '\\.'), from: at + tag.length }
      if (at + 200 > text.length) return null
      at += 1
      continue
    }
    const over = text.indexOf(end, at + begin.length)
    if (over < 0) return null
    at = over + end.length
  }
  return null
}
