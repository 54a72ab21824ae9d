/** A sign-in as a browser does it: the page with its form, then the form. */
import { MEMBER_COOKIE } from '../../api/pages/lib/cookies.js'
import type { Send, Sent } from './send.js'

export interface Browser {
  send: Send
  port: number
  /** Kept from the sign-ins before: the browser is known to the account. */
  cookies: Map<string, string>
}

export const browser = (send: Send, port: number): Browser => ({ send, port, cookies: new Map() })

/** Resolves with the answer to the form; its wait includes that of the page. */
export async function signIn(
  { send, port, cookies }: Browser,
  { email, password }: { email: string; password: string },
): Promise<Sent> {
  const cookie = (): string => Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ')
  const keep = (answer: Sent): Sent => {
    for (const line of answer.cookies) {
      const [name = '', value = ''] = line.split(';', 1)[0]!.split('=', 2)
      // A session would lead past the form.
      if (name !== MEMBER_COOKIE) cookies.set(name, value)
    }
    return answer
  }
  const page = keep(await send('/oauth/login', { headers: { cookie: cookie() } }))
  const form_token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  const answer = await send('/oauth/login', {
    method: 'POST',
    raw: new URLSearchParams({ email, password, form_token }).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: `https://localhost:${port}`,
      cookie: cookie(),
    },
  })
  return { ...keep(answer), ms: page.ms + answer.ms }
}
