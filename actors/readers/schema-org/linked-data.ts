/** Nodes of JSON-LD and microdata in one form: bare names, references that lead to what they name. */
import { textContent } from 'domutils'
import { parseDocument } from 'htmlparser2'
import type { PathStep } from '../../../schemas/documents/schema-org.js'

export type LinkedValue = string | LinkedNode | LinkedValue[]
export interface LinkedNode {
  [property: string]: LinkedValue
}

/** Of a document: what is deeper is left out, and so are further values of one property. */
const MAX_DEPTH = 24
export const MAX_VALUES = 100
const MAX_TEXT = 8_192

/** What stands for an object where a text is wanted, in this order. */
const MAIN_PROPERTIES = ['@value', 'value', 'price', 'name', 'url', 'urlTemplate', '@id']
/** `http://schema.org/Flight`, `schema:Flight` and `Flight` are one. */
export const bareName = (name: string): string => name.trim().replace(/^.*[/#:]/s, '')

/** Parsed JSON in that form. */
export function linkedValue(json: unknown, depth = 0): LinkedValue {
  if (json === null || json === undefined || depth > MAX_DEPTH) return ''
  if (typeof json !== 'object') return plainText(String(json))
  if (Array.isArray(json)) return json.map((entry) => linkedValue(entry, depth + 1))
  const node: LinkedNode = Object.create(null) as LinkedNode
  for (const [name, value] of Object.entries(json))
    if (name !== '@context')
      node[name.startsWith('@') ? name : bareName(name)] = linkedValue(value, depth + 1)
  return node['@list'] ?? node['@set'] ?? (isBareValue(node) ? node['@value']! : node)
}

const isBareValue = (node: LinkedNode): boolean =>
  node['@value'] !== undefined && node['timezone'] === undefined

/** Texts of templates are often those of HTML: `L&#39;Hôtel`. */
function plainText(text: string): string {
  const cut = text.slice(0, MAX_TEXT)
  return /&(?:#?\w{1,32});/.test(cut) ? textContent(parseDocument(cut.replaceAll('<', '&lt;'))) : cut
}

export const isNode = (value: LinkedValue | undefined): value is LinkedNode =>
  typeof value === 'object' && !Array.isArray(value)

/** The types of a node by their bare names. */
export const typesOf = (node: LinkedNode): string[] =>
  [node['@type'] ?? []].flat().flatMap((type) => (typeof type === 'string' ? [bareName(type)] : []))

/** Nodes by the `@id` that others refer to them by. */
export type NodesById = ReadonlyMap<string, LinkedNode>

const idOf = (node: LinkedNode): string | null => (typeof node['@id'] === 'string' ? node['@id'] : null)
export const isReference = (node: LinkedNode): boolean =>
  idOf(node) !== null && Object.keys(node).length === 1

/** The values of a property: references are followed once, lists are flat. */
export function valuesOf(
  node: LinkedNode,
  property: string,
  byId: NodesById,
  most = MAX_VALUES,
): Array<string | LinkedNode> {
  const value = node[property] ?? []
  const values = Array.isArray(value) ? value.slice(0, most) : [value]
  return values.flatMap((one) => {
    if (Array.isArray(one)) return []
    return isNode(one) && isReference(one) ? [byId.get(idOf(one)!) ?? one] : [one]
  })
}

/** The values at the end of a path. Where an object is wanted, a text stands for its name or street. */
export function valuesAt(
  node: LinkedNode,
  path: readonly PathStep[],
  byId: NodesById,
): Array<string | LinkedNode> {
  let reached: Array<string | LinkedNode> = [node]
  for (const [at, { property, ofType }] of path.entries())
    reached = reached
      .flatMap((value) => {
        if (isNode(value)) return valuesOf(value, property, byId)
        const main = path[at - 1]?.property === 'address' ? 'streetAddress' : 'name'
        return property === main ? [value] : []
      })
      .filter((value) => ofType === null || (isNode(value) && typesOf(value).includes(ofType)))
      .slice(0, MAX_VALUES)
  return reached
}

/** A value as text without spaces around it; null if it has none. */
export function textOf(value: string | LinkedNode): string | null {
  if (typeof value === 'string') return value.trim() || null
  for (const property of MAIN_PROPERTIES) {
    const [inner] = [value[property] ?? []].flat()
    if (typeof inner === 'string' && inner.trim() !== '') return inner.trim()
    if (property === '@value' && isNode(inner)) return textOf(inner)
  }
  return null
}
