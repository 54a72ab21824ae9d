/** Calls of tools: arguments by the tool's schema, answers as structure and text, errors in sentences that a model can act on. */
import type { FastifyRequest } from 'fastify'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Static, TObject } from 'typebox'
import type { ApiError } from '../../schemas/base/errors.js'
import type { Log } from '../../schemas/base/log.js'
import { bodyReader } from '../http/body-reader.js'
import { logFailure, toApiError } from '../http/errors.js'
import { InvalidBodyError, RefusedBatchError } from '../http/faults/invalid-body-error.js'
import { answerText } from './answer-text.js'
import type { Tool, ToolContext } from './tool.js'

/** How a tool is called, by its name. */
export type CallTool = (
  request: FastifyRequest,
  args: unknown,
  context: ToolContext,
) => Promise<CallToolResult>

/** Results of cached answers. */
const results = new WeakMap<object, CallToolResult>()

function resultOf(answer: Record<string, unknown>): CallToolResult {
  const result = results.get(answer) ?? {
    content: [{ type: 'text', text: answerText(answer) }],
    structuredContent: answer,
  }
  results.set(answer, result)
  return result
}

/** Compiles the schemas of the tools. */
export function toolCallers(tools: readonly Tool[], log: Log): ReadonlyMap<string, CallTool> {
  return new Map(tools.map((one) => [one.name, toolCaller(one, log)]))
}

function toolCaller({ input, call }: Tool, log: Log): CallTool {
  const readArguments = argumentReader(input)
  return async (request, args, context) => {
    try {
      return resultOf(await call(readArguments(request, args) as never, context))
    } catch (thrown) {
      const error = toApiError(thrown)
      request.fault = error
      logFailure(error, thrown, request, log)
      return { isError: true, content: [{ type: 'text', text: errorText(error) }] }
    }
  }
}

/** Reads arguments as a body of the API is read: all errors at once, unknown names with the likely one. */
function argumentReader(input: TObject): (request: FastifyRequest, args: unknown) => Static<TObject> {
  const read = bodyReader(input)
  return (request, args) =>
    read(
      Object.create(request, {
        headers: { value: { 'content-type': 'application/json' } },
        body: { value: Buffer.from(JSON.stringify(args ?? {})) },
      }) as FastifyRequest,
    )
}

/** What is wrong, and the fix, a line for each error. */
function errorText(error: ApiError): string {
  if (error instanceof RefusedBatchError)
    return [
      error.message,
      ...error.entries.flatMap(({ errors }, at) => lines(errors, `Segment ${at + 1}: `)),
    ].join('\n')
  if (error instanceof InvalidBodyError) return lines(error.errors, '').join('\n')
  return error.hint === null ? error.message : `${error.message} ${error.hint}`
}

const lines = (
  errors: ReadonlyArray<{ error_description: string; hint?: string }>,
  before: string,
): string[] =>
  errors.map(({ error_description: says, hint }) => `${before}${says}${hint === undefined ? '' : ` ${hint}`}`)
