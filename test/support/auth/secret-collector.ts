/** Goes through flows and collects every secret that appears in them. */
import { SECRET_KEY } from './auth-node.js'
import type { AuthNode } from './auth-node.js'
import type { Answer } from '../https-site.js'
import { linkAfter } from './mailed-link.js'
import { unescaped, visitor } from './visitor.js'
import type { Visitor } from './visitor.js'

export interface SecretCollector {
  /** Secrets by what they are. */
  secrets: Map<string, string>
  /** Throws unless the response has the status. */
  expect: (status: number, asked: Promise<Answer>) => Promise<Answer>
  /** Opens a page and sends its form for `action`. */
  send: (
    who: Visitor,
    page: string,
    action: string,
    values: Record<string, string>,
    status?: number,
  ) => Promise<Answer>
  /** Path of the link in the newest mail to somebody; its token is collected as `what`. */
  linkTo: (to: string, what: string) => string
  /** Requests a password reset and returns the path of the mailed link, whose token is collected as `what`. */
  resetLinkTo: (to: string, base: '/oauth' | '/console', what: string) => Promise<string>
}

export function secretCollector(node: AuthNode): SecretCollector {
  const secrets = new Map<string, string>([['configured secret', SECRET_KEY]])
  const expect: SecretCollector['expect'] = async (status, asked) => {
    const answer = await asked
    if (answer.status !== status)
      throw new Error(`${answer.status} for ${status}: ${answer.text.slice(0, 400)}`)
    return answer
  }
  const send: SecretCollector['send'] = async (who, page, action, values, status = 303) =>
    await expect(status, who.fillAt(page, action, values))
  const collect = (what: string, path: string): string => {
    secrets.set(what, new URL(path, node.url).searchParams.get('token')!)
    return path
  }
  return {
    secrets,
    expect,
    send,
    resetLinkTo: async (to, base, what) =>
      collect(
        what,
        await linkAfter(
          node,
          to,
          async () => await send(visitor(node), `${base}/forgot`, `${base}/forgot`, { email: to }, 200),
        ),
      ),
    linkTo: (to, what) => {
      const link = /https:\/\/\S+/.exec(node.mails.filter((mail) => mail.to === to).at(-1)!.text)![0]
      return collect(what, link.slice(node.url.length))
    },
  }
}

/** The first match of the pattern in a page, unescaped. */
export function shown(answer: Answer, pattern: RegExp): string {
  return unescaped(pattern.exec(answer.text)![0])
}
