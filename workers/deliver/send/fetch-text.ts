/** Reads a small text from an address that a stranger has named: through the SSRF guard, without redirects. */
import { Agent, request } from 'undici'
import { guardedConnect } from './ssrf-guard.js'
import type { SsrfRules } from './ssrf-guard.js'

const TIMEOUT_MS = 5_000
const MAX_BYTES = 10_240

export interface FetchedText {
  text: string
  cacheControl: string | undefined
}

/** The text that the address answers with 200, at most 10 KiB of JSON; null for anything else, whatever went wrong. */
export async function fetchText(
  url: string,
  rules: Omit<SsrfRules, 'timeoutMs'>,
): Promise<FetchedText | null> {
  const agent = new Agent({ connect: guardedConnect({ ...rules, timeoutMs: TIMEOUT_MS }) })
  try {
    const { statusCode, headers, body } = await request(url, {
      dispatcher: agent,
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const type = String(headers['content-type'] ?? '')
    if (statusCode !== 200 || !/^application\/(?:[\w.-]+\+)?json\b/i.test(type)) return null
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > MAX_BYTES) return null
      chunks.push(chunk)
    }
    return {
      text: Buffer.concat(chunks).toString('utf8'),
      cacheControl: headers['cache-control']?.toString(),
    }
  } catch {
    return null
  } finally {
    await agent.destroy()
  }
}
