/**
 * A tool for assistants (Model Context Protocol): a few operations of the API behind one name, with answers small enough
 * for a model to read. It reads and writes nothing by itself.
 */
import type { Static, TObject } from 'typebox'
import { ApiError } from '../../schemas/base/errors.js'
import type { DocsLookup } from '../document/page/text/docs-lookup.js'
import type { AnyDeclaration } from '../operation/declaration.js'

/** A request to an operation, as a client would send it. */
export interface Sent {
  params?: Readonly<Record<string, string>>
  /** Values that are absent are left out. */
  query?: Readonly<Record<string, string | number | boolean | undefined>>
  headers?: Readonly<Record<string, string | undefined>>
  /** With its type in the header content-type. */
  body?: string | Buffer
}

export interface Received {
  status: number
  /** The body, parsed when it is asked for. */
  readonly json: unknown
  /** The entity tag of the representation. */
  tag: string | undefined
  /** Path of what was made. */
  location: string | undefined
  /** Cursor of the next page. */
  next: string | undefined
}

/** Runs an operation for the caller of the tool. Throws its problems. */
export type Ask = (operation: { declaration: AnyDeclaration }, sent?: Sent) => Promise<Received>

type Doc = Record<string, unknown>

export interface ToolContext {
  ask: Ask
  /** What `make` makes of a representation, kept by its tag, which changes with it: parsing it costs as much as reading it. */
  keep: (tag: string | undefined, make: () => Doc) => Doc
  /** The documentation, made when it is asked for. */
  docs: () => DocsLookup
  /** `{auth_url}`, where the pages of members are. */
  authUrl: string
}

/** What a call may do to the itinerary. */
type Effect = 'reads' | 'adds' | 'changes' | 'removes'

export interface Tool {
  name: string
  title: string
  description: string
  effect: Effect
  /** The operation without whose scopes the tool is of no use. */
  operation: { declaration: AnyDeclaration }
  input: TObject
  output: TObject
  call: (input: never, context: ToolContext) => Promise<Record<string, unknown>>
}

/** A tool whose handler gets what its schema describes. */
export const tool = <I extends TObject>(
  definition: Omit<Tool, 'input' | 'call'> & {
    input: I
    call: (input: Static<I>, context: ToolContext) => Promise<Record<string, unknown>>
  },
): Tool => definition

/** Throws unless exactly one of the arguments is given. */
export function requireOne(given: Readonly<Record<string, unknown>>): void {
  if (Object.values(given).filter((value) => value !== undefined).length !== 1)
    throw new ApiError('invalid_request', `Give either ${Object.keys(given).join(' or ')}.`)
}

/** The hints of the protocol for clients that ask before they call. Nothing reaches beyond the member's itinerary. */
export const annotationsOf = ({ effect }: Tool) => ({
  readOnlyHint: effect === 'reads',
  destructiveHint: effect === 'changes' || effect === 'removes',
  // Of tools that read it says nothing.
  ...(effect === 'reads' ? {} : { idempotentHint: effect !== 'adds' }),
  openWorldHint: false,
})
