/** The operations port: plain HTTP for operators and orchestrators, never for clients. */
import { createServer } from 'node:http'
import { Registry } from 'prom-client'

export interface Readiness {
  ready: boolean
  checks: Record<string, string>
}

export interface OperationsPort {
  port: number
  close: () => Promise<void>
}

const ANSWER_TIMEOUT_MS = 3_000

/**
 * GET /healthz answers 200 while the process runs; GET /readyz 200 when it can do its work, else 503, with what was looked
 * at: `ok`, or what is wrong in a few words; GET /metrics what is measured, in Prometheus' text form.
 */
export async function startOperationsPort(
  at: { host: string; port: number },
  ready: () => Promise<Readiness>,
  metrics: () => Promise<string>,
): Promise<OperationsPort> {
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown): void => {
      response
        .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
        .end(`${JSON.stringify(body)}\n`)
    }
    const path = request.url?.split('?')[0]
    if (request.method !== 'GET' && request.method !== 'HEAD') answer(405, { error: 'method_not_allowed' })
    else if (path === '/healthz') answer(200, { status: 'ok' })
    else if (path === '/readyz') {
      withTimeout(ready()).then(
        (state) => {
          answer(state.ready ? 200 : 503, {
            status: state.ready ? 'ready' : 'not ready',
            checks: state.checks,
          })
        },
        (error: unknown) => {
          answer(503, {
            status: 'not ready',
            checks: { readiness: error instanceof Error ? error.message : String(error) },
          })
        },
      )
    } else if (path === '/metrics') {
      withTimeout(metrics()).then(
        (page) => {
          response
            .writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE, 'cache-control': 'no-store' })
            .end(page)
        },
        (error: unknown) => {
          answer(503, { error: error instanceof Error ? error.message : String(error) })
        },
      )
    } else answer(404, { error: 'not_found' })
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

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error('no answer in time'))
    }, ANSWER_TIMEOUT_MS)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
