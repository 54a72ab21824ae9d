/** XML as a tree of elements by their local names. No entities but those of XML itself, no document types. */
import { Parser } from 'htmlparser2'

export interface Element {
  /** Without its prefix. */
  name: string
  attributes: Readonly<Record<string, string>>
  text: string
  children: Element[]
  parent: Element | null
  /** Among the children of its parent with this name, from 1. */
  position: number
  /** How many children of each name it has. */
  counts: Map<string, number>
}

/** A document that goes deeper, or has more elements, is not read. */
const MOST_LEVELS = 40
const MOST_ELEMENTS = 200_000
const MOST_TEXT = 4_000

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** The element that holds the document's; `isWhole` is false if an end tag is missing, or the document is too large. */
export function xmlTree(text: string): { root: Element; isWhole: boolean } {
  const element = (parent: Element | null, name: string, attributes: Element['attributes']): Element => {
    const position = (parent?.counts.get(name) ?? 0) + 1
    parent?.counts.set(name, position)
    return { name, attributes, text: '', children: [], parent, position, counts: new Map() }
  }
  const root = element(null, '', {})
  let open = root
  let level = 0
  let count = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        level += 1
        count += 1
        if (level > MOST_LEVELS || count > MOST_ELEMENTS)
          throw new RangeError('more elements than an order has')
        const own = Object.entries(attributes).map(([key, value]) => [localName(key), value])
        const next = element(open, localName(name), Object.fromEntries(own) as Element['attributes'])
        open.children.push(next)
        open = next
      },
      ontext(data) {
        if (open.text.length < MOST_TEXT) open.text += data.slice(0, MOST_TEXT)
      },
      onclosetag() {
        open = open.parent ?? root
        level -= 1
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  try {
    // A parser's stack of open elements costs the square of its depth: a document that goes deep is not read on.
    parser.write(text)
    const isWhole = level === 0 && count > 0
    parser.end()
    return { root, isWhole }
  } catch {
    return { root, isWhole: false }
  }
}

/** Elements of one of the names inside an element, in the order of the document; not those inside `except`. */
export function inside(
  element: Element,
  names: readonly string[],
  except: readonly string[] = [],
): Element[] {
  const found: Element[] = []
  const waiting = [...element.children].reverse()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (except.includes(next.name)) continue
    if (names.includes(next.name)) found.push(next)
    for (let at = next.children.length - 1; at >= 0; at -= 1) waiting.push(next.children[at]!)
  }
  return found
}

/**
 * The text at the first of the paths that is there: names of children, alternatives with `|`, an attribute with `@`,
 * as `Dep|Departure/AirportCode`. Undefined: none, or a blank one.
 */
export function textAt(element: Element | undefined, ...paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const text = onPath(element, path.split('/')).trim()
    if (text !== '') return text
  }
  return undefined
}

function onPath(element: Element | undefined, [step = '', ...others]: readonly string[]): string {
  if (element === undefined) return ''
  if (step === '') return element.text
  if (step.startsWith('@')) return element.attributes[step.slice(1)] ?? ''
  const names = step.split('|')
  for (const child of element.children) {
    if (!names.includes(child.name)) continue
    const text = onPath(child, others)
    if (text.trim() !== '') return text
  }
  return ''
}

/** Names from the document's element down, with the position among those of one name where there are several. */
export function pathOf(element: Element): string {
  const steps: string[] = []
  for (let one = element; one.parent !== null; one = one.parent) {
    const isOnly = one.parent.counts.get(one.name) === 1
    steps.push(isOnly ? one.name : `${one.name}[${one.position}]`)
  }
  return steps.reverse().join('/')
}
