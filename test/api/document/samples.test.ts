/** The samples of the reference compile or run, with the clients. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { operationsOf } from '../../../api/document/page/reference/operations.js'
import { requestSamples } from '../../../api/document/page/reference/samples.js'
import { ROOT } from '../../../ops/config/paths.js'
import { productDocument } from '../../checks/product-document.js'
import { PYTHON_MISSING } from '../../support/api/python-client.js'

t.setTimeout(120_000)

const addresses = { baseUrl: 'https://api.example.com', authUrl: 'https://auth.example.com' }
const document = await productDocument(addresses.baseUrl)
const samples = new Map(
  operationsOf(document).map((one) => {
    const texts = requestSamples(document, one, addresses)
    return [one.id, Object.fromEntries(texts.map(({ label, text }) => [label, text]))]
  }),
)

/** The typed programs of guides, each from all its parts. */
const guides = readdirSync(join(ROOT, 'api/docs/guides')).flatMap((file): Array<[string, string]> => {
  const text = readFileSync(join(ROOT, 'api/docs/guides', file), 'utf8')
  const parts = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code!)
  return parts[0]?.includes('createClient') === true ? [[file.replace('.md', ''), parts.join('\n')]] : []
})

t.test('every TypeScript sample compiles as a program of its own', async (t) => {
  // Inside the repository, so that the compiler resolves modules as for other files.
  const folder = mkdtempSync(join(ROOT, 'test', '.samples-'))
  t.teardown(() => {
    rmSync(folder, { recursive: true })
  })
  for (const [id, { TypeScript: text }] of samples)
    writeFileSync(join(folder, `${id}.ts`), `${text!}\nexport {}\n`)
  t.ok(guides.length > 1)
  for (const [name, text] of guides) writeFileSync(join(folder, `${name}.ts`), `${text}\nexport {}\n`)
  writeFileSync(
    join(folder, 'wrong.ts'),
    samples.get('updateTrip')!['TypeScript']!.replace('headline', 'headlin'),
  )
  const source = join(ROOT, 'api', 'client', 'src')
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../tsconfig.json',
      compilerOptions: {
        lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
        // The package as it is in the repository, not as it was built last.
        paths: { '@tripfold/client': [join(source, 'index.ts')] },
      },
      include: ['*.ts'],
    }),
  )
  const { NODE_OPTIONS: _loaders, ...env } = process.env
  const compiled = spawnSync(join(ROOT, 'node_modules', '.bin', 'tsc'), ['-p', folder], {
    encoding: 'utf8',
    env,
  })
  const errors = compiled.stdout.split('\n').filter((line) => /error TS/.test(line))
  t.same(
    errors.filter((line) => !line.includes('wrong.ts')),
    [],
  )
  t.match(errors, [/headlin/], 'a wrong field would be found')
})

/** Runs programs with a client that looks at arguments and sends nothing; prints what is wrong. */
const CHECKER = `
import inspect, json, os, sys, unittest.mock, tripfold
real = tripfold.Client
class Checked:
    def __init__(self, *values, **named):
        inspect.signature(real).bind(*values, **named)
    def __getattr__(self, name):
        def call(*values, **named):
            inspect.signature(getattr(real, name)).bind(None, *values, **named)
            return unittest.mock.MagicMock()
        return call
tripfold.Client = Checked
sys.stdout, out = open(os.devnull, "w"), sys.stdout
for name, text in json.load(sys.stdin).items():
    try:
        exec(compile(text, name, "exec"), {})
    except Exception as error:
        print(name, error, file=out)
`

t.test('every Python sample runs as a program of its own', { skip: PYTHON_MISSING }, async (t) => {
  const programs = new Map([...samples].map(([id, { Python: text }]) => [id, text!]))
  programs.set('wrong', programs.get('searchCities')!.replace('q=', 'planet=1, q='))
  const PYTHONPATH = join(ROOT, 'api', 'client', 'python')
  const env = {
    ...process.env,
    PYTHONPATH,
    PYTHONDONTWRITEBYTECODE: '1',
    MEMBER_TOKEN: 'm',
    CLIENT_SECRET: 's',
  }
  const input = JSON.stringify(Object.fromEntries(programs))
  const run = spawnSync('python3', ['-c', CHECKER], { input, encoding: 'utf8', env })
  t.equal(run.stderr, '')
  t.match(run.stdout, /^wrong [^\n]*planet[^\n]*\n$/, 'a wrong argument alone is found')
})

t.test('a sample is the typed call of the client', async (t) => {
  t.equal(
    samples.get('updateTrip')!['TypeScript'],
    [
      "import { createClient } from '@tripfold/client'",
      '',
      'const client = createClient({',
      "  baseUrl: 'https://api.example.com',",
      '  token: process.env.MEMBER_TOKEN!,',
      '})',
      "const result = await client.trips.update('58241077248004', { headline: 'Spring in Zürich', business: true })",
      'console.log(result.pending ? result.batch : result.resource)',
    ].join('\n'),
  )
})

t.test('credentials are variables, ids stand for those of the reader', async (t) => {
  const { curl } = samples.get('getTokens')!
  t.match(curl, '-d "grant_type=client_credentials&client_id=YOUR_CLIENT_ID&client_secret=$CLIENT_SECRET"')
  t.match(
    samples.get('authorize')!['curl'],
    /"https:\/\/auth\.example\.com\/.*client_id=YOUR_CLIENT_ID&.*redirect_uri=YOUR_REDIRECT_URI/,
  )
})
