/** The operations port: plain HTTP for operators and orchestrators, never for clients. */
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { Registry } from 'prom-client'

export interface Readiness {
  ready: boolean
  /** Each check is `ok` or says what is wrong. */
  checks: Record<string, string>
}

export interface OperationsAnswers {
  readiness: () => Promise<Readiness>
  metrics: () => Promise<Registry>
  /** HTML for a person; `isLive`: that asks for itself again. */
  page: (readiness: Readiness, isLive: boolean) => Promise<string>
}

export interface OperationsPort {
  port: number
  close: () => Promise<void>
}

const ANSWER_TIMEOUT_MS = 3_000
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
}

/**
 * Serves GET / (a page for operators), GET /healthz (200 while the process runs), GET /readyz (200 if the process can do its work, else
 * 503, with the checks) and GET /metrics (Prometheus text format). What takes longer than 3 s is answered
 * with 503.
 */
export async function startOperationsPort(
  at: { host: string; port: number },
  { readiness, metrics, page }: OperationsAnswers,
): Promise<OperationsPort> {
  const server = createServer((request, response) => {
    const [path, query] = (request.url ?? '').split('?')
    if (request.method !== 'GET' && request.method !== 'HEAD')
      answerJson(response, 405, { error: 'method_not_allowed' })
    else if (path === '/healthz') answerJson(response, 200, { status: 'ok' })
    else if (path === '/readyz') void answerReadiness(response, readiness)
    else if (path === '/metrics') void answerMetrics(response, metrics)
    else if (path === '/')
      void answerPage(response, readiness, async (state) => await page(state, query === 'live'))
    else answerJson(response, 404, { error: 'not_found' })
  })
  server.requestTimeout = ANSWER_TIMEOUT_MS * 2
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(at.port, at.host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : at.port,
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => {
        server.close(() => {
          resolve()
        })
      })
    },
  }
}

async function answerReadiness(response: ServerResponse, readiness: () => Promise<Readiness>): Promise<void> {
  try {
    const { ready, checks } = await withTimeout(readiness())
    answerJson(response, ready ? 200 : 503, { status: ready ? 'ready' : 'not ready', checks })
  } catch (error) {
    answerJson(response, 503, { status: 'not ready', checks: { readiness: messageOf(error) } })
  }
}

async function answerMetrics(response: ServerResponse, metrics: () => Promise<Registry>): Promise<void> {
  try {
    const page = await withTimeout(metrics().then(async (registry) => await registry.metrics()))
    response
      .writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE, 'cache-control': 'no-store' })
      .end(page)
  } catch (error) {
    answerJson(response, 503, { error: messageOf(error) })
  }
}

async function answerPage(
  response: ServerResponse,
  readiness: OperationsAnswers['readiness'],
  page: (readiness: Readiness) => Promise<string>,
): Promise<void> {
  try {
    const html = await withTimeout(readiness().then(page))
    response.writeHead(200, PAGE_HEADERS).end(html)
  } catch (error) {
    answerJson(response, 503, { error: messageOf(error) })
  }
}

function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(`${JSON.stringify(body)}\n`)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error('no answer in time'))
    }, ANSWER_TIMEOUT_MS)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
