/** Links in mails. */
import { until } from '../until.js'
import type { AuthNode } from './auth-node.js'

/** Does what sends a mail to the address, perhaps after its answer; waits for it and returns the path of its link. */
export async function linkAfter(node: AuthNode, to: string, ask: () => Promise<unknown>): Promise<string> {
  const mailsTo = (): AuthNode['mails'] => node.mails.filter((mail) => mail.to === to)
  const before = mailsTo().length
  await ask()
  const mail = await until(`a mail to ${to}`, () => mailsTo()[before])
  const link = /https:\/\/\S+/.exec(mail.text)?.[0]
  if (link === undefined) throw new Error(`no link in: ${mail.text}`)
  return link.slice(node.auth.deps.settings.authUrl.length)
}

/** The path that the newest mail to an address links to. */
export function linkIn({ mails, url }: Pick<AuthNode, 'mails' | 'url'>, to: string): string {
  const mail = mails.filter((each) => each.to === to).at(-1)
  return /https:\/\/\S+/.exec(mail?.text ?? '')![0].slice(url.length)
}
