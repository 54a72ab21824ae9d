/** How the source handles secrets (oauth.md 5.6, 97 and 98). The numbers are its rows. */
import t from 'tap'
import { readdirSync, readFileSync } from 'node:fs'

/** Sources of the rooms that handle secrets, without comments. */
const sources = (): Array<[file: string, text: string]> => {
  const root = new URL('../../../', import.meta.url)
  return ['api', 'db', 'ops', 'workers', 'actors', 'schemas'].flatMap((room) =>
    readdirSync(new URL(room, root), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.startsWith('bench/'))
      .map((name): [string, string] => [
        `${room}/${name}`,
        readFileSync(new URL(`${room}/${name}`, root), 'utf8').replaceAll(
          /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm,
          '',
        ),
      ]),
  )
}

t.test('97 secrets are compared in constant time', async (t) => {
  const compared =
    /\b\w*(secret|hash|mac|password|token|signature|digest)\w*(\.value|\(\))? *[!=]==? *(?!null|undefined|''|\d)[\w.]*(secret|hash|mac|password|token|signature|digest)\w*\b(?!\.length)/i
  for (const bad of [
    'if (secret === given.secret) return',
    'stored.hash !== tokenHash',
    'token == sentToken',
  ])
    t.match(bad, compared, `finds: ${bad}`)
  for (const good of ['secret === null', 'a.length === b.length && timingSafeEqual(a, b)', "password === ''"])
    t.notMatch(good, compared, `leaves: ${good}`)
  for (const [file, text] of sources()) t.notMatch(text, compared, file)
})

t.test('98 secrets come from randomBytes', async (t) => {
  const guessed = /(secret|token|code|session|key)\w*(: string)? = [^\n]*(Math\.random|randomUUID)/i
  t.match('const secret = randomUUID()', guessed)
  for (const [file, text] of sources()) {
    t.notMatch(text, guessed, file)
    if (/^api\/(oauth|pages|calendar)\//.test(file)) t.notMatch(text, /Math\.random|randomUUID/, file)
  }
})
