/** A receiver of traces: OTLP over HTTP in JSON, as a collector has it on port 4318. */
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { Test } from 'tap'
import { listening } from '../listening.js'

export interface ReceivedSpan {
  traceId: string
  spanId: string
  /** Absent or empty: it began its trace. */
  parentSpanId?: string
  name: string
  /** 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Record<string, string | number | boolean>
  status: { code?: number; message?: string }
  /** Attributes of the process that made it. */
  resource: Record<string, string | number | boolean>
}

export interface OtlpReceiver {
  /** For OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string
  spans: ReceivedSpan[]
  /** Headers of the last request. */
  headers: () => IncomingHttpHeaders
  /** Everything received, as text. */
  text: () => string
  close: () => Promise<void>
}

interface KeyValue {
  key: string
  value: { stringValue?: string; intValue?: string | number; doubleValue?: number; boolValue?: boolean }
}

type SentSpan = Omit<ReceivedSpan, 'attributes' | 'resource'> & { attributes: KeyValue[] }

interface Export {
  resourceSpans: Array<{
    resource: { attributes: KeyValue[] }
    scopeSpans: Array<{ spans: SentSpan[] }>
  }>
}

/** Starts one on a free port, or on a given one; it stops with the test. */
export async function otlpReceiver(t: Pick<Test, 'teardown'>, port = 0): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = []
  let headers: IncomingHttpHeaders = {}
  let text = ''
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.url !== '/v1/traces') {
        response.writeHead(404).end()
        return
      }
      headers = request.headers
      const body = Buffer.concat(chunks).toString('utf8')
      text += body
      spans.push(...spansOf(JSON.parse(body) as Export))
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  const { port: own, close } = await listening(t, server, { port })
  return {
    url: `http://127.0.0.1:${own}`,
    spans,
    headers: () => headers,
    text: () => text,
    close,
  }
}

function spansOf({ resourceSpans }: Export): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap((scope) =>
      scope.spans.map((span) => ({
        ...span,
        attributes: valuesOf(span.attributes),
        resource: valuesOf(resource.attributes),
      })),
    ),
  )
}

function valuesOf(attributes: KeyValue[]): Record<string, string | number | boolean> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.boolValue ?? Number(value.intValue ?? value.doubleValue),
    ]),
  )
}
