/** A sign-in as a browser does it: the page with its form, then the form. */
import type { Send, Sent } from './send.js'

/** Resolves with the answer to the form; its wait includes that of the page. */
export async function signIn(
  send: Send,
  { port, email, password }: { port: number; email: string; password: string },
): Promise<Sent> {
  const page = await send('/oauth/login')
  const form_token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  const answer = await send('/oauth/login', {
    method: 'POST',
    raw: new URLSearchParams({ email, password, form_token }).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: `https://localhost:${port}`,
      cookie: page.cookies.map((line) => line.split(';', 1)[0]).join('; '),
    },
  })
  return { ...answer, ms: page.ms + answer.ms }
}
