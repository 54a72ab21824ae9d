/** A page is a value: its route, who may see it, and a handler that returns what to show. */
import type { FastifyRequest } from 'fastify'
import type { TeamRole } from '../../../schemas/oauth/team.js'
import type { OperationDoc } from '../../operation/declaration.js'
import type { Parameters } from '../../oauth/parameters.js'
import type { PageFrame } from '../views/page-frame.js'
import type { Cookies } from './cookies.js'
import type { PageResult } from './page-result.js'
import type { Visitor } from './session.js'

/** What a handler knows about any request. */
export interface PageRequest {
  /** Facts about the request: its id, address, headers and path parameters. */
  request: FastifyRequest
  query: Parameters
  /** The posted form; empty for GET. */
  form: Parameters
  cookies: Cookies
  /** Does `work` once the answer has left or the browser has gone, so that the answer's time tells nothing. */
  afterAnswer: (work: () => void) => void
  /** What is drawn around the page; who lets the request in fills it. */
  shell: Shell
}

export interface Shell {
  nav: PageFrame['nav']
  /** The role of the developer in the application that the page is about. */
  role: TeamRole | null
  /** Whose forms it may have; null: it has none. */
  visitor: Visitor | null
}

/** Who may see a page. `P` is what the handler receives; others get the result. */
export type Admit<P, D> = (request: PageRequest, deps: D) => Promise<P | PageResult>

export interface PageDeclaration<P, A> {
  /** `POST /account/home` */
  readonly route: `${'GET' | 'POST'} /${string}`
  readonly access: Admit<P, A>
}

export interface Page<D> {
  readonly route: string
  /** What the OpenAPI document says about it; absent: nothing. */
  readonly doc?: OperationDoc
  /** Further headers of whatever it answers. */
  readonly headers?: Readonly<Record<string, string>>
  readonly answer: (request: PageRequest, deps: D) => Promise<PageResult>
}

export function page<P extends object, A, D>(
  { route, access }: PageDeclaration<P, A>,
  handle: (page: P, deps: D) => PageResult | Promise<PageResult>,
): Page<A & D> {
  return {
    route,
    answer: async (request, deps) => {
      const admitted = await access(request, deps)
      return isResult(admitted) ? admitted : await handle(admitted, deps)
    },
  }
}

export function isResult(value: object): value is PageResult {
  return 'is' in value
}

/** The sentence that a redirect to this page asks for with the parameter m. */
export function noticeOf({ query }: PageRequest, texts: Readonly<Record<string, string>>): string | null {
  return texts[query.get('m') ?? ''] ?? null
}
