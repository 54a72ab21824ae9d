/** What the product is made of: the bill of materials, the licences, the signatures. */
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { ROOT } from '../../ops/config/paths.js'
import { productionPackages } from '../../ops/supply/locked-packages.js'
import { signatureVerdict } from '../../ops/supply/signature-verdict.js'
import { program } from '../support/program.js'

t.setTimeout(120_000)

const run = async (name: string, env: Record<string, string> = {}): Promise<string> =>
  (
    await promisify(execFile)(process.execPath, program(`ops/supply/${name}.ts`), {
      cwd: ROOT,
      env: { ...process.env, ...env },
      maxBuffer: 64 * 2 ** 20,
    })
  ).stdout

interface Component {
  name: string
  version: string
  purl: string
  hashes?: Array<{ alg: string; content: string }>
  licenses?: unknown[]
}

t.test('npm run sbom prints CycloneDX with every package that runs the product, and no other', async (t) => {
  const bom = JSON.parse(await run('sbom')) as {
    bomFormat: string
    specVersion: string
    metadata: { component: { name: string; type: string; version: string } }
    components: Component[]
    dependencies: Array<{ ref: string; dependsOn: string[] }>
  }
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  t.equal(bom.bomFormat, 'CycloneDX')
  t.match(bom.specVersion, /^1\.[5-9]$/)
  t.match(bom.metadata.component, { name: 'tripfold', type: 'application', version })
  const named = bom.components.map(({ purl }) => decodeURIComponent(purl)).sort()
  t.same(
    named,
    productionPackages()
      .map((one) => `pkg:npm/${one.name}@${one.version}`)
      .sort(),
  )
  for (const { name, hashes = [], licenses = [] } of bom.components) {
    t.match(hashes[0]?.alg, /^SHA-(256|512)$/, name)
    t.ok(licenses.length > 0, name)
  }
  const direct = bom.dependencies.find(({ ref }) => ref.startsWith('tripfold@'))?.dependsOn ?? []
  t.ok(direct.some((ref) => ref.startsWith('jose@')) && !direct.some((ref) => ref.startsWith('typescript@')))
})

t.test('npm run licences names every package once, all with licences that were looked at', async (t) => {
  const listed = (await run('licences')).split('\n').filter((line) => line.startsWith('  '))
  t.same(
    listed.sort(),
    productionPackages()
      .map(({ name, version }) => `  ${name} ${version}`)
      .sort(),
  )
})

t.test('npm run signatures says so if the registry offers none, and does not fail', async (t) => {
  const registry = createServer((_request, response) => {
    response.statusCode = 404
    response.end('{}')
  })
  registry.listen(0, '127.0.0.1')
  await once(registry, 'listening')
  t.teardown(() => {
    registry.close()
  })
  const { port } = registry.address() as AddressInfo
  const here = `http://127.0.0.1:${port}/`
  // The keys are elsewhere; the proxy keeps this on the machine.
  const output = await run('signatures', { npm_config_registry: here, npm_config_https_proxy: here })
  t.match(output, /^No signature was verified: .+\(.+\)\.\nnpm ci still checks every package/)
})

t.test('a wrong or missing signature is refused', async (t) => {
  const found = { name: 'left-pad', version: '1.3.0' }
  const verdict = (report: object, code: number) =>
    signatureVerdict({ code, stdout: JSON.stringify(report), stderr: '' })
  t.match(verdict({ invalid: [found], missing: [] }, 1), {
    is: 'refused',
    lines: ['left-pad 1.3.0: the signature is wrong; do not install it'],
  })
  t.match(verdict({ invalid: [], missing: [found] }, 1), {
    is: 'refused',
    lines: [/^left-pad 1\.3\.0: the registry has no signature/],
  })
  t.match(verdict({ invalid: [], missing: [] }, 0), { is: 'verified' })
  t.match(signatureVerdict({ code: 1, stdout: '', stderr: 'npm error request to https://x failed' }), {
    is: 'unknown',
    lines: [/\(request to https:\/\/x failed\)\.$/],
  })
})
