/**
 * The pages and the authorization server as partners of conversations. Who asks is a browser: `guest`, without a session;
 * `dev`, of a developer who is signed in (also `dev2`, and every name where `$kind` is `developer`); another name, of a
 * member who is. `ann@phone` is another browser of hers, `guest@far` one that asks the second node. `$ann` is the address,
 * `$ann_id` the id; `$dev_code` and `$dev_next` are codes of the second factor.
 *
 *     dev FILL /console/security->/console/password {...}   opens the page and sends its form for the second path
 *     dev SUBMIT /console/password {...}                     sends that form of the last page that it saw with one
 *     mailbox GET ann@mail.example                           the newest mail to an address: subject and text
 */
import { aMember, signedInMember } from '../auth/auth-fixtures.js'
import type { AuthNode } from '../auth/auth-node.js'
import type { Answer } from '../https-site.js'
import { aDeveloper, signedInDeveloper } from '../auth/developer-fixtures.js'
import { formTo, unescaped, visitor } from '../auth/visitor.js'
import type { Visitor } from '../auth/visitor.js'
import type { HttpAnswer } from '../api/request.js'
import type { SentRequest, Service } from './converse.js'
import type { Names } from './names.js'

type Form = Record<string, string | null>

interface Browser {
  by: Visitor
  seen: Answer[]
}

/** `far`: a second node on the same database. */
export function siteService(node: AuthNode, far: AuthNode): Service {
  let enter = new Map<string, () => Promise<Visitor>>()
  let browsers = new Map<string, Browser>()
  return {
    begin: () => {
      enter = new Map()
      browsers = new Map()
    },
    introduce: async (name, names) => {
      enter.set(name, await account(node, name, names))
    },
    sql: async (statement) => ((await node.knex.raw(statement)) as { rows: unknown }).rows,
    send: async (who, request) => {
      if (who === 'mailbox') return mailTo(node, request.path)
      const [name = '', at] = who.split('@')
      const browser = browsers.get(who) ?? { by: await enter.get(name)!(), seen: [] }
      browsers.set(who, browser)
      return answered(
        at === 'far' ? await callNode(far, browser.by, request) : await browse(browser, request),
      )
    },
  }
}

/** Makes an account and sets what its name stands for; returns what opens a browser with a session of it. */
async function account(node: AuthNode, name: string, names: Names): Promise<() => Promise<Visitor>> {
  if (name === 'guest' || name === 'mailbox') return async () => await Promise.resolve(visitor(node))
  if (!name.startsWith('dev') && names.get('kind') !== 'developer') {
    const member = await aMember(node)
    names.set(name, member.email).set(`${name}_id`, member.id)
    return async () => await signedInMember(node, member)
  }
  const developer = await aDeveloper(node)
  names.set(name, developer.email).set(`${name}_id`, developer.id)
  names.set(`${name}_code`, developer.code()).set(`${name}_next`, developer.code(1))
  return async () => await signedInDeveloper(node, developer)
}

const cookiesOf = ({ cookies }: Visitor): string => [...cookies].map((pair) => pair.join('=')).join('; ')

async function callNode(far: AuthNode, browser: Visitor, request: SentRequest): Promise<Answer> {
  const { method, path, headers, body } = request
  const sent = { ...headers, ...(browser.cookies.size > 0 && { cookie: cookiesOf(browser) }) }
  return await far.call(path, {
    method: method as 'GET',
    headers: sent,
    ...(body ? { body: String(body) } : {}),
  })
}

async function browse({ by, seen }: Browser, { method, path, headers, body }: SentRequest): Promise<Answer> {
  const kept = (answer: Answer): Answer => {
    seen.push(answer)
    return answer
  }
  const [page = '', action = page] = path.split('->')
  if (method === 'GET') return kept(await by.get(path, headers))
  if (method === 'POST') return kept(await by.post(path, body as string, headers))
  if (method === 'FILL') kept(await by.get(page, headers))
  const shown = seen.findLast(({ text }) => unescaped(text).includes(`action="${action}`)) ?? seen.at(-1)!
  const form = formTo(shown.text, action)
  const fields = Object.entries({ ...form.fields, ...(body as Form | undefined) })
  const sent = fields.filter((field): field is [string, string] => field[1] !== null)
  return kept(await by.post(form.action, Object.fromEntries(sent), headers))
}

function answered({ status, headers, text }: Answer): HttpAnswer {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  )
  const isJson = String(headers['content-type']).includes('json')
  return { status, headers: new Headers(pairs), text, json: isJson ? (JSON.parse(text) as unknown) : null }
}

/** 404 for none. */
function mailTo(node: AuthNode, address: string): HttpAnswer {
  const mail = node.mails.findLast(({ to }) => to === address)
  const text = mail === undefined ? '' : `${mail.subject}\n\n${mail.text}`.replaceAll(node.url, '')
  return { status: mail === undefined ? 404 : 200, headers: new Headers(), text, json: null }
}
