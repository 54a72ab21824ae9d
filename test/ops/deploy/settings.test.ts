import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parse } from 'yaml'
import { ROOT } from '../../../ops/config/paths.js'
import { Settings } from '../../../ops/config/settings.js'

const DEPLOY = join(ROOT, 'ops', 'deploy')
const read = (name: string): string => readFileSync(join(DEPLOY, name), 'utf8')
const settings = new Set(Object.keys(Settings.properties))

interface Service {
  image: string
  environment?: Record<string, string>
  volumes?: string[]
}

const compose = parse(read('compose/compose.yaml'), { merge: true }) as { services: Record<string, Service> }

t.test('every variable that our processes get is a setting', (t) => {
  const ours = Object.values(compose.services).filter(({ image }) => image.startsWith('${TRIPFOLD_IMAGE'))
  t.equal(ours.length, 5)
  const given = [
    ...ours.flatMap(({ environment = {} }) => Object.keys(environment)),
    ...[...read('systemd/tripfold.env.example').matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(
      ([, name]) => name ?? '',
    ),
    ...[...read('image/Dockerfile').matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) =>
      line.split(' ').map((pair) => pair.split('=')[0] ?? ''),
    ),
  ].filter((name) => name !== 'NODE_ENV')
  t.ok(given.length > 30)
  t.same(
    [...new Set(given)].filter((name) => !settings.has(name)),
    [],
  )
  t.end()
})

t.test('compose: the example has every variable, and every mounted file is there', (t) => {
  const wanted = [...read('compose/compose.yaml').matchAll(/\$\{([A-Z_]+)(:-[^}]*)?\}/g)].map(
    ([, name]) => name,
  )
  const example = new Set([...read('compose/env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name))
  t.same(
    [...new Set(wanted)].filter((name) => name !== 'TRIPFOLD_IMAGE' && !example.has(name)),
    [],
  )
  const mounted = Object.values(compose.services)
    .flatMap(({ volumes = [] }) => volumes)
    .filter((volume) => volume.startsWith('.'))
    .map((volume) => volume.split(':')[0] ?? '')
  t.ok(mounted.length > 8)
  for (const path of mounted) t.ok(existsSync(join(DEPLOY, 'compose', path)), path)
  t.end()
})
