import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import t from 'tap'
import { parse } from 'yaml'
import { ROOT } from '../../../ops/config/paths.js'
import { Settings } from '../../../ops/config/settings.js'

const CHART = join(ROOT, 'ops', 'deploy', 'helm', 'tripfold')
const read = (name: string): string => readFileSync(join(CHART, name), 'utf8')
const templates = readdirSync(join(CHART, 'templates')).map((name) => read(`templates/${name}`))

t.test('the values are what their schema allows, and mistakes are not', (t) => {
  const { $schema: _, ...schema } = JSON.parse(read('values.schema.json')) as Record<string, unknown>
  const validate = new Ajv({ allowUnionTypes: true }).compile(schema)
  const values = (): Record<string, unknown> => parse(read('values.yaml')) as Record<string, unknown>
  t.ok(validate(values()), JSON.stringify(validate.errors))
  for (const mistake of [
    { baseUrl: 'http://api.example.com' },
    { natsReplicas: 2 },
    { replica: 3 },
    { tracing: { endpoint: 'collector:4318' } },
    { tracing: { sampler: 'sometimes' } },
    { roles: { api: { replicas: 1 } } },
    { image: { repository: 'tripfold', digest: 'latest' } },
  ])
    t.notOk(validate({ ...values(), ...mistake }), JSON.stringify(mistake))
  t.end()
})

t.test('every variable of a container is a setting, and every value that a template uses is there', (t) => {
  const text = templates.join('\n')
  const variables = [
    ...[...text.matchAll(/- (?:\{ )?name: ([A-Z_]+)\b/g)].map(([, name]) => name ?? ''),
    ...[...text.matchAll(/secretVariable" \(list \S+ "([A-Z_]+)"/g)].map(([, name]) => name ?? ''),
  ]
  t.ok(variables.length > 15)
  t.same(
    variables.filter((name) => !(name in Settings.properties)),
    [],
  )
  const values = parse(read('values.yaml')) as Record<string, unknown>
  for (const [, path = ''] of text.matchAll(/\.Values\.([\w.]+)/g))
    t.ok(hasPath(values, path.split('.')), path)
  t.end()
})

function hasPath(values: unknown, [name, ...rest]: string[]): boolean {
  if (name === undefined) return true
  return typeof values === 'object' && values !== null && name in values
    ? hasPath((values as Record<string, unknown>)[name], rest)
    : false
}
