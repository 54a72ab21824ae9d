/**
 * The fields that a raw segment has, as one and the same list for the same names in the same order. Sources send the
 * same few lists again and again; what depends on the names alone is worked out once for each.
 */

export interface FieldList {
  /** The names in alphabetical order. */
  sorted: readonly string[]
  /** An object with these fields in the order of the raw segment, to be copied: filling a copy does not change its shape. */
  blank: Readonly<Record<string, null>>
}

/** The names up to here, and what may follow. */
interface Node {
  list: FieldList | null
  next: Map<string, Node>
}

/** Senders may make up names: beyond this number all lists are dropped. */
const MAX_NODES = 50_000
let nodeCount = 0
let root = emptyNode()

function emptyNode(): Node {
  return { list: null, next: new Map() }
}

/** The list of these names, each of which occurs once. */
export function fieldList(names: readonly string[]): FieldList {
  if (nodeCount > MAX_NODES) {
    nodeCount = 0
    root = emptyNode()
  }
  let node = root
  for (const name of names) node = node.next.get(name) ?? addNode(node, name)
  node.list ??= { sorted: names.slice().sort(), blank: blankObject(names) }
  return node.list
}

function addNode(parent: Node, name: string): Node {
  const node = emptyNode()
  parent.next.set(name, node)
  nodeCount++
  return node
}

/** An object whose fields are all null, made by JSON.parse: such objects are copied faster. */
export function blankObject(names: readonly string[]): Record<string, null> {
  return JSON.parse(JSON.stringify(Object.fromEntries(names.map((name) => [name, null])))) as Record<
    string,
    null
  >
}
