/** The OpenAPI document of the whole product, built without servers: no port is asked for anything. */
import { serverThatDescribes } from '../support/api/describing-server.js'

type Json = Record<string, unknown>

/** The document as `GET /openapi.json` of an installation at `baseUrl` serves it. */
export async function productDocument(baseUrl: string): Promise<Json> {
  const app = await serverThatDescribes(baseUrl)
  try {
    const answer = await app.inject({ url: '/openapi.json', headers: { host: new URL(baseUrl).host } })
    return answer.json<Json>()
  } finally {
    await app.close()
  }
}
