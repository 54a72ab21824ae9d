/** Sends one event to a receiver under development, with the headers and signature of a delivery. */
import { request } from 'undici'
import { signedRequest } from '../../../workers/deliver/send/signed-request.js'
import type { RequestTemplate } from '../../../workers/deliver/send/signed-request.js'
import type { Event } from '../../../api/client/src/generated/types.js'

const TIMEOUT_MS = 30_000

/** The status of the receiver's answer, or why there is none. There is one attempt: a developer looks on. */
export async function forwardEvent(url: string, event: Event, template: RequestTemplate): Promise<string> {
  const body = Buffer.from(JSON.stringify(event))
  const { headers } = signedRequest(template, event.id, event.type, body, Date.now())
  try {
    const answer = await request(url, {
      method: 'POST',
      headers,
      body,
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    })
    await answer.body.dump()
    return String(answer.statusCode)
  } catch (error) {
    if (!(error instanceof Error)) return String(error)
    return 'code' in error ? String(error.code) : error.message
  }
}
