/** The parts of a page in Markdown: what stands below one of its headings. */
import { lexer } from 'marked'
import { anchorOf } from '../html.js'

export interface Part {
  /** The anchor of its heading on the page. */
  id: string
  title: string
  /** 1 to 4; higher than of all headings for a part that begins with an anchor alone. */
  level: number
  /** With the parts within it. */
  text: string
}

const ANCHOR = /<a id="([^"]+)"><\/a>/
const LOWEST = 5

/** All parts of a page, in order. */
export function partsOf(markdown: string): Part[] {
  const tokens = lexer(markdown)
  const starts = tokens.flatMap((token, at) => {
    const id = ANCHOR.exec(token.raw)?.[1]
    if (token.type === 'heading') {
      const title = String(token['text']).replace(ANCHOR, '').trim()
      return [{ at, title, id: id ?? anchorOf(title), level: Number(token['depth']) }]
    }
    if (id === undefined || token.type !== 'paragraph') return []
    return [{ at, id, title: token.raw.replace(ANCHOR, '').trim(), level: LOWEST }]
  })
  return starts.map(({ at, level, ...rest }, n) => {
    const end = starts.slice(n + 1).find((other) => other.level <= level)?.at
    const text = tokens.slice(at, end).map(({ raw }) => raw)
    return { ...rest, level, text: `${text.join('').trim()}\n` }
  })
}
