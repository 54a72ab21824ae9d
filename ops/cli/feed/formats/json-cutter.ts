/** Cuts JSON values: those of an array, one a line, or simply one after another. */
import type { Cutter } from './cut-documents.js'

const SPACE = /\s/

/**
 * A value ends with its last bracket. One that is broken ends where JSON shows it: at a line feed in a string, or at an
 * object that may not stand where it does.
 */
export function jsonCutter(): Cutter {
  let held = ''
  let start = -1
  let at = 0
  let isInString = false
  let open: string[] = []
  /** The last character that is no space. */
  let before = ''
  const found: string[] = []
  const finish = (end: number): void => {
    if (start >= 0) found.push(held.slice(start, end))
    start = -1
    open = []
    isInString = false
    before = ''
  }
  const inString = (char: string): void => {
    if (char === '\\') at += 1
    else if (char === '"') {
      isInString = false
      before = char
    } else if (char === '\n') finish(at)
  }
  const outside = (char: string): void => {
    if (SPACE.test(char)) {
      if (open.length === 0) finish(at)
      return
    }
    const isOpening = char === '{' || char === '['
    if (char === '{' && open.length > 0 && !(before === ':' || (open.at(-1) === '[' && /[[,]/.test(before))))
      finish(at)
    if (start < 0) {
      // The brackets and commas of the file's own array.
      if (char === '[' || char === ']' || char === ',') return
      start = at
    }
    if (char === '"') isInString = true
    else if (isOpening) open.push(char)
    else if (char === '}' || char === ']') {
      open.pop()
      if (open.length === 0) finish(at + 1)
    } else if (char === ',' && open.length === 0) finish(at)
    before = char
  }
  return {
    push: (text) => {
      held += text
      for (; at < held.length; at += 1) {
        const char = held[at]!
        if (isInString) inString(char)
        else outside(char)
      }
      const from = start < 0 ? held.length : start
      held = held.slice(from)
      at -= from
      if (start > 0) start = 0
      return found.splice(0)
    },
    end: () => [held],
    held: () => held.length,
  }
}
