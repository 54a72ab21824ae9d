/**
 * A call of a tool in the version of 2026-07-28 without the SDK. A server, its transport and a web response made for one
 * message took 0.2 ms of processor, as much as a read of a trip. Whatever is not exactly such a call goes to the SDK, which
 * also refuses what is wrong; a test holds both answers to be the same.
 */
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server'
import { SERVER_INFO_META_KEY } from '@modelcontextprotocol/server'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'

const VERSION = '2026-07-28'
const META = new Set([PROTOCOL_VERSION_META_KEY, CLIENT_INFO_META_KEY, CLIENT_CAPABILITIES_META_KEY])

export const SERVER_INFO = { name: 'tripfold', title: 'Tripfold', version: '1' }

export interface PlainCall {
  id: string | number
  name: string
  args: unknown
}

type Doc = Record<string, unknown>

/** The call; null for any other message, and for one with anything unusual. */
export function plainCall(message: unknown, headers: FastifyRequest['headers']): PlainCall | null {
  if (!isObject(message) || message['jsonrpc'] !== '2.0' || message['method'] !== 'tools/call') return null
  const { id, params, ...rest } = message
  if (!isObject(params) || Object.keys(rest).length > 2) return null
  const { name, arguments: args = {}, _meta: meta, ...others } = params
  if (!isObject(meta) || !isObject(args) || Object.keys(others).length > 0) return null
  const isUsual =
    (typeof id === 'string' || Number.isInteger(id)) &&
    typeof name === 'string' &&
    areUsualHeaders(headers, name) &&
    isUsualMeta(meta)
  return isUsual ? { id: id as string | number, name, args } : null
}

const areUsualHeaders = ({ accept = '', ...headers }: FastifyRequest['headers'], name: string): boolean =>
  headers['mcp-name'] === name &&
  headers['mcp-method'] === 'tools/call' &&
  headers['mcp-protocol-version'] === VERSION &&
  accept.includes('application/json') &&
  accept.includes('text/event-stream')

function isUsualMeta(meta: Doc): boolean {
  const info = meta[CLIENT_INFO_META_KEY]
  return (
    meta[PROTOCOL_VERSION_META_KEY] === VERSION &&
    isObject(info) &&
    typeof info['name'] === 'string' &&
    typeof info['version'] === 'string' &&
    isObject(meta[CLIENT_CAPABILITIES_META_KEY]) &&
    Object.keys(meta).every((key) => META.has(key))
  )
}

const isObject = (value: unknown): value is Doc =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Results as JSON without the last brace, so that a cached answer is serialised once. */
const written = new WeakMap<CallToolResult, string>()

/** The response to a call, as JSON. */
export function callResponse(id: string | number, result: CallToolResult): string {
  const text = written.get(result) ?? JSON.stringify(result).slice(0, -1)
  written.set(result, text)
  return `{"result":${text},${RESULT_END}},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`
}

const RESULT_END = JSON.stringify({
  resultType: 'complete',
  _meta: { [SERVER_INFO_META_KEY]: SERVER_INFO },
}).slice(1, -1)
