/** A browser without scripts: keeps cookies, opens pages, sends their forms. */
import type { AuthNode } from './auth-node.js'
import type { Answer } from '../https-site.js'

export interface Form {
  action: string
  fields: Record<string, string>
}

export interface Visitor {
  cookies: Map<string, string>
  get: (path: string, headers?: Record<string, string>) => Promise<Answer>
  /** `form`: its fields, or its text. */
  post: (
    path: string,
    form: Record<string, string> | string,
    headers?: Record<string, string>,
  ) => Promise<Answer>
  /** Sends the page's form for `action`, with its hidden fields and `values`. */
  submit: (
    page: Answer,
    action: string,
    values: Record<string, string>,
    headers?: Record<string, string>,
  ) => Promise<Answer>
  /** Opens the page and sends its form to itself, or with `fillAt` the one for `action`. */
  fill: (path: string, values: Record<string, string>, headers?: Record<string, string>) => Promise<Answer>
  fillAt: (
    path: string,
    action: string,
    values: Record<string, string>,
    headers?: Record<string, string>,
  ) => Promise<Answer>
}

export function visitor(node: Pick<AuthNode, 'url' | 'call' | 'post'>): Visitor {
  const cookies = new Map<string, string>()
  const headersWith = (headers: Record<string, string>): Record<string, string> =>
    cookies.size === 0
      ? headers
      : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '), ...headers }
  const keep = (answer: Answer): Answer => {
    const set = answer.headers['set-cookie']
    for (const line of [set ?? []].flat()) {
      const [pair = ''] = line.split(';')
      const name = pair.slice(0, pair.indexOf('='))
      const value = pair.slice(pair.indexOf('=') + 1)
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  const post: Visitor['post'] = async (path, form, headers = {}) =>
    keep(await node.post(path, form, headersWith({ origin: node.url, ...headers })))
  const get: Visitor['get'] = async (path, headers = {}) =>
    keep(await node.call(path, { headers: headersWith(headers) }))
  const submit: Visitor['submit'] = async (page, action, values, headers = {}) => {
    const form = formTo(page.text, action)
    return await post(form.action, { ...form.fields, ...values }, headers)
  }
  const fillAt: Visitor['fillAt'] = async (path, ...form) => await submit(await get(path), ...form)
  return {
    cookies,
    get,
    post,
    submit,
    fill: async (path, ...values) => await fillAt(path, path, ...values),
    fillAt,
  }
}

/** The first form of the page whose action starts with `action`. Throws if there is none. */
export function formTo(html: string, action: string): Form {
  for (const [, attributes = '', inner = ''] of html.matchAll(/<form([^>]*)>([\s\S]*?)<\/form>/g)) {
    const to = unescaped(/action="([^"]*)"/.exec(attributes)?.[1] ?? '')
    if (!to.startsWith(action)) continue
    const fields: Record<string, string> = {}
    for (const [tag] of inner.matchAll(/<input[^>]*>/g)) {
      const name = /name="([^"]*)"/.exec(tag)?.[1]
      if (name === undefined || (/type="(checkbox|radio)"/.test(tag) && !/ checked/.test(tag))) continue
      fields[name] = unescaped(/value="([^"]*)"/.exec(tag)?.[1] ?? '')
    }
    for (const [, name, text] of inner.matchAll(/<textarea[^>]* name="([^"]*)"[^>]*>\n?([^<]*)</g))
      fields[name!] = unescaped(text!).replaceAll('\n', '\r\n')
    for (const [, name, options] of inner.matchAll(/<select[^>]* name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g))
      fields[name!] = unescaped(
        (/value="([^"]*)" selected/.exec(options!) ?? /value="([^"]*)"/.exec(options!))?.[1] ?? '',
      )
    return { action: to, fields }
  }
  throw new Error(`the page has no form to ${action}: ${html.slice(0, 2_000)}`)
}

export function unescaped(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
