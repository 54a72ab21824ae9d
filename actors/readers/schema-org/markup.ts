/** Finds what is marked up in HTML: scripts of JSON-LD, and microdata (HTML Living Standard 5.2). */
import { Parser } from 'htmlparser2'
import { parseLenientJson } from './lenient-json.js'
import { linkedValue } from './linked-data.js'
import type { LinkedNode, LinkedValue } from './linked-data.js'

/** What is marked up in one place; null: it cannot be parsed. */
export interface MarkedUp {
  /** Line of the script or element; null: the whole document. */
  line: number | null
  value: LinkedValue | null
}

/** Pages are no deeper; the parser takes longer with each level. */
const MAX_DEPTH = 2_000
/** Open properties that take the text of what is in them. */
const MAX_OPEN = 32
const MAX_TEXT = 8_192

/** Where a property has its value, if not in its text. A link is one only where an address is wanted. */
const VALUE_ATTRIBUTES: Readonly<Record<string, string>> = {
  meta: 'content',
  link: 'href',
  img: 'src',
  time: 'datetime',
  data: 'value',
  meter: 'value',
}
const IS_ADDRESS = /url$|status$|^target$/i
const IS_LINKED_DATA = /^\s*application\/(?:ld\+json|json\+ld)\b/i

interface OpenElement {
  item: LinkedNode | null
  property: OpenProperty | null
}
interface OpenProperty {
  owner: LinkedNode
  names: string[]
  text: string
}

/** In the order of the document. */
export function markupOf(html: string): MarkedUp[] {
  const found: MarkedUp[] = []
  const open: OpenElement[] = []
  const properties: OpenProperty[] = []
  const items: LinkedNode[] = []
  const line = lineCounter(html)
  let script: { text: string; line: number } | null = null

  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (open.length >= MAX_DEPTH) return parser.pause()
      if (name === 'script' && IS_LINKED_DATA.test(attributes['type'] ?? ''))
        script = { text: '', line: line(parser.startIndex) }
      const owner = items.at(-1) ?? null
      const names = (attributes['itemprop'] ?? '').split(/\s+/).filter(Boolean)
      const element: OpenElement = { item: null, property: null }
      open.push(element)
      if (attributes['itemscope'] !== undefined) {
        element.item = itemOf(attributes)
        items.push(element.item)
        if (owner === null || names.length === 0)
          found.push({ line: line(parser.startIndex), value: element.item })
        else add(owner, names, element.item)
      } else if (owner !== null && names.length > 0) {
        const value = attributeValue(name, attributes, names)
        if (value !== null) add(owner, names, value)
        else if (properties.length < MAX_OPEN) {
          element.property = { owner, names, text: '' }
          properties.push(element.property)
        }
      }
    },
    ontext: (text) => {
      if (script !== null) script.text += text
      else
        for (const property of properties)
          if (property.text.length < MAX_TEXT) property.text += text.slice(0, MAX_TEXT)
    },
    onclosetag: (name) => {
      const element = open.pop()
      if (element?.item != null) items.pop()
      if (element?.property != null) {
        properties.pop()
        add(element.property.owner, element.property.names, element.property.text.replace(/\s+/g, ' ').trim())
      }
      if (name === 'script' && script !== null) {
        const json = parseLenientJson(script.text)
        const isEmpty = script.text.trim() === ''
        if (!isEmpty) found.push({ line: script.line, value: json === undefined ? null : linkedValue(json) })
        script = null
      }
    },
  })
  parser.end(html)
  if (open.length >= MAX_DEPTH) found.push({ line: line(parser.startIndex), value: null })
  return found
}

function itemOf(attributes: Record<string, string>): LinkedNode {
  const item = Object.create(null) as LinkedNode
  if (attributes['itemtype'] !== undefined)
    item['@type'] = attributes['itemtype'].split(/\s+/).filter(Boolean)
  if (attributes['itemid'] !== undefined) item['@id'] = attributes['itemid']
  return item
}

function attributeValue(name: string, attributes: Record<string, string>, names: string[]): string | null {
  const isLink = name === 'a' || name === 'area'
  const attribute = isLink && names.some((one) => IS_ADDRESS.test(one)) ? 'href' : VALUE_ATTRIBUTES[name]
  return attributes[attribute ?? 'content'] ?? attributes['content'] ?? null
}

function add(owner: LinkedNode, names: string[], value: LinkedValue): void {
  for (const name of names) {
    const before = owner[name]
    if (before === undefined) owner[name] = value
    else if (Array.isArray(before)) before.push(value)
    else owner[name] = [before, value]
  }
}

/** The line of a position, from 1; positions must not go back. */
function lineCounter(text: string): (position: number) => number {
  let line = 1
  let at = text.indexOf('\n')
  return (position) => {
    while (at !== -1 && at < position) {
      line += 1
      at = text.indexOf('\n', at + 1)
    }
    return line
  }
}
