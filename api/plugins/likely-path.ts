/** The path that was probably meant by one that does not exist (contract.md 6.1). */
import { likelyWord } from '../../schemas/hints/likely-word.js'

/** The paths of the document, as a tree of their parts. */
export interface PathTree {
  /** By the part: a word, or a parameter such as `:trip_id`. */
  next: Map<string, PathTree>
  isPath: boolean
}

export const emptyPathTree = (): PathTree => ({ next: new Map(), isPath: false })

export function addPath(tree: PathTree, url: string): void {
  let node = tree
  for (const part of partsOf(url)) {
    const inner = node.next.get(part) ?? emptyPathTree()
    node.next.set(part, inner)
    node = inner
  }
  node.isPath = true
}

/** What other APIs call the resources, by the path here. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    airports: '/v2/locations/airports',
    authorize: '/oauth/authenticate',
    bookings: '/v2/segments',
    cities: '/v2/locations/cities',
    flights: '/v2/segments/air',
    hotels: '/v2/segments/hotel',
    itineraries: '/v2/trips',
    profile: '/v2/me',
    reservations: '/v2/segments',
    subscriptions: '/v2/callbacks',
    suppliers: '/v2/sources',
    token: '/oauth/token',
    user: '/v2/me',
    users: '/v2/me',
    webhooks: '/v2/callbacks',
  }),
)

const VERSION = 'v2'
/** Longer paths are no misspelling of one. */
const MAX_PARTS = 8
const MAX_PART = 64

/** Null if none is close. A part that stands for an id is shown as it was sent. */
export function likelyPath(path: string, tree: PathTree): string | null {
  const parts = partsOf(path)
  if (parts.length > MAX_PARTS || parts.some((part) => !/^[\w.~-]+$/.test(part) || part.length > MAX_PART))
    return null
  // A version of its own, and what stands before it, is not needed.
  const at = parts.findIndex((part) => /^v\d+$/i.test(part))
  const rest = at < 0 ? parts.filter((part, index) => index > 0 || part !== 'api') : parts.slice(at + 1)
  const named = rest.length === 1 ? OTHER_NAMES.get(rest[0]!.toLowerCase()) : undefined
  return walk(tree, [VERSION, ...rest]) ?? walk(tree, rest) ?? named ?? null
}

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '')

/** Follows the tree part by part: the word itself, the most likely word, a parameter. */
function walk(tree: PathTree, parts: readonly string[]): string | null {
  let node = tree
  let found = ''
  for (const part of parts) {
    const names = [...node.next.keys()]
    const words = names.filter((name) => !name.startsWith(':'))
    const parameter = names.find((name) => name.startsWith(':'))
    const isId = parameter !== undefined && /\d/.test(part)
    const likely = isId ? null : likelyWord(part, words)
    const word = words.includes(part) ? part : likely
    const name = word ?? parameter
    if (name === undefined) return null
    found += `/${word ?? part}`
    node = node.next.get(name)!
  }
  return node.isPath && parts.length > 0 ? found : null
}
