/** A page is a value: its route, who may see it, its form, and a handler that returns what to show. */
import type { FastifyRequest } from 'fastify'
import type { TeamRole } from '../../../schemas/oauth/team.js'
import type { OperationDoc } from '../../operation/declaration.js'
import type { SentFile } from '../../http/form/multipart.js'
import type { Parameters } from '../../oauth/parameters.js'
import type { FieldError, PageFrame } from '../views/page-frame.js'
import type { Cookies } from './cookies.js'
import { formReader } from './form.js'
import type { Fields, FormOf } from './form.js'
import { problem } from './page-result.js'
import type { PageResult, Refused } from './page-result.js'
import type { Visitor } from './session.js'

/** What is known about any request. */
export interface PageRequest {
  /** Facts about the request: its id, address and headers. */
  request: FastifyRequest
  params: Readonly<Record<string, string>>
  query: Parameters
  /** The posted form as it was sent, for what every form may have; empty for GET. */
  sent: Parameters
  /** Files of the posted form that are not empty. */
  files: readonly SentFile[]
  /** The names of the declared fields of the form, passwords left out: what a page that asks in between carries. */
  fields: readonly string[]
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
  /** What was read of the posted form. */
  form: Readonly<Record<string, unknown>>
}

/** Who may see a page. `P` is what the handler receives; others get the result. */
export type Admit<P, D> = (request: PageRequest, deps: D) => Promise<P | PageResult>

type Answer = PageResult | Promise<PageResult>
/** Null to go on. */
export type Before<P, D> = (page: P, deps: D) => PageResult | null | Promise<PageResult | null>

/** What the handler of a page with a form receives. */
export type Posted<P, F extends Fields> = P & {
  form: FormOf<F>
  /** What is wrong with its fields; none if the page is shown `again` for them. */
  errors: FieldError[]
}

export interface PageDeclaration<P, A, F extends Fields, D> {
  /** `POST /account/home` */
  readonly route: `${'GET' | 'POST'} /${string}`
  readonly access: Admit<P, A>
  /** What the ids in its path are; other paths are not found. */
  readonly params?: Readonly<Record<string, (id: string) => boolean>>
  /** The fields of its form, or of the filters in its query. */
  readonly form?: F
  /** The role that it needs in the application it is about. */
  readonly role?: TeamRole
  /** Whether it asks again who it is. */
  readonly isConfirmed?: boolean
  /** Maximum bytes of its form with files; read only from signed-in members. */
  readonly bytes?: number
  /** What has to be true before the form is judged. */
  readonly before?: Before<Posted<P, F>, D>
  /** The page with the form, for a form with errors. */
  readonly again?: (page: P, deps: D, refused: Refused) => Answer
  /** Asks again who it is, after all else, so that a form with a mistake costs no code. */
  readonly confirm?: Before<Posted<P, F>, D>
}

export interface Page<D> extends Pick<
  PageDeclaration<never, never, Fields, never>,
  'role' | 'isConfirmed' | 'bytes'
> {
  readonly route: string
  /** What the OpenAPI document says about it; absent: nothing. */
  readonly doc?: OperationDoc
  /** Further headers of whatever it answers. */
  readonly headers?: Readonly<Record<string, string>>
  /** The fields of its form. */
  readonly form?: Fields
  readonly answer: (request: PageRequest, deps: D) => Promise<PageResult>
}

export function page<P extends PageRequest, A, D, F extends Fields = Record<never, never>>(
  declaration: PageDeclaration<P, A, F, D>,
  handle: (page: Posted<P, F>, deps: D) => Answer,
): Page<A & D> {
  const {
    route,
    access,
    params = {},
    form = {} as F,
    before,
    again,
    confirm,
    role,
    isConfirmed,
    bytes,
  } = declaration
  const read = formReader(form)
  const fields = Object.keys(form).filter((name) => form[name]?.shown?.type !== 'password')
  return {
    route,
    form,
    ...(role === undefined ? {} : { role }),
    ...(isConfirmed === undefined ? {} : { isConfirmed }),
    ...(bytes === undefined ? {} : { bytes }),
    answer: async (request, deps) => {
      const admitted = await access({ ...request, fields }, deps)
      if (isResult(admitted)) return admitted
      if (Object.entries(params).some(([id, isOne]) => !isOne(admitted.params[id] ?? '')))
        return problem('not_found')
      const posted = { ...admitted, ...read(route.startsWith('GET') ? admitted.query : admitted.sent) }
      request.shell.form = posted.form
      const refused = await before?.(posted, deps)
      if (refused != null) return refused
      const { errors } = posted
      if (errors.length > 0 && again !== undefined) return await again(posted, deps, { errors })
      return (await confirm?.(posted, deps)) ?? (await handle(posted, deps))
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
