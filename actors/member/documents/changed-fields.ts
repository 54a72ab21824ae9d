/**
 * In what a document differs from what it was, read from the two texts: of the eighty fields of a segment one or two are
 * others as a rule, and making values of all of them takes several times as long as looking for those.
 */

/** Old values of the fields that differ, in the order of the documents; undefined where a field was not there. */
export type ChangedFields = Map<string, unknown>

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])
const END = 0x7d

/** Place behind the text whose quotation mark stands at `at`. */
function textEnd(json: string, at: number): number {
  for (let end = json.indexOf('"', at + 1); end > 0; end = json.indexOf('"', end + 1)) {
    let slashes = 0
    while (json.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes++
    if (slashes % 2 === 0) return end + 1
  }
  return json.length
}

/** Place behind the value that begins at `at`. */
function valueEnd(json: string, at: number): number {
  const first = json.charCodeAt(at)
  if (first === QUOTE) return textEnd(json, at)
  let end = at
  if (OPENING.has(first)) {
    for (let depth = 0; end < json.length;) {
      const code = json.charCodeAt(end)
      if (code === QUOTE) {
        end = textEnd(json, end)
        continue
      }
      end++
      if (OPENING.has(code)) depth++
      else if (CLOSING.has(code) && --depth === 0) break
    }
    return end
  }
  for (let code = first; code !== COMMA && code !== END && end < json.length; code = json.charCodeAt(end))
    end++
  return end
}

function alike(a: string, at: number, b: string, beside: number, length: number): boolean {
  return a.slice(at, at + length) === b.slice(beside, beside + length)
}

/** Characters that are compared at once: in one piece they are compared much faster than one by one. */
const PIECES = [128, 16, 4, 1]

/** How far two texts are the same from two places on. */
function sameFor(a: string, at: number, b: string, beside: number): number {
  const most = Math.min(a.length - at, b.length - beside)
  let same = 0
  for (const piece of PIECES) {
    while (same + piece <= most && alike(a, at + same, b, beside + same, piece)) same += piece
  }
  return same
}

/**
 * In what a document, `now`, differs from what it was; both as JSON.stringify writes them. Documents of one kind have the same
 * fields in the same order; those of another version of the rules, which have not, are compared value by value.
 */
export function changedFields(was: string, now: string): ChangedFields {
  const out: ChangedFields = new Map()
  let at = 1
  /** What of `was` before this place stands in `now` as well, so many characters further on. */
  let further = 0
  let sameTo = at + sameFor(was, at, now, at)
  while (was.charCodeAt(at) === QUOTE) {
    const value = textEnd(was, at) + 1
    const end = valueEnd(was, value)
    // With the comma or brace behind it: a longer value may begin like this one.
    if (end < sameTo) {
      at = end + 1
      continue
    }
    if (value > sameTo) return compared(was, now)
    out.set(JSON.parse(was.slice(at, value - 1)) as string, JSON.parse(was.slice(value, end)))
    const otherEnd = valueEnd(now, value + further)
    further = otherEnd - end
    sameTo = end + sameFor(was, end, now, otherEnd)
    if (sameTo === was.length && was.length + further === now.length) return out
    at = end + 1
  }
  return was.length + further === now.length && sameTo === was.length ? out : compared(was, now)
}

function compared(was: string, now: string): ChangedFields {
  const [before, after] = [
    JSON.parse(was) as Record<string, unknown>,
    JSON.parse(now) as Record<string, unknown>,
  ]
  const out: ChangedFields = new Map()
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (JSON.stringify(before[name]) !== JSON.stringify(after[name])) out.set(name, before[name])
  }
  return out
}
