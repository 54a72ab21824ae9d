/**
 * `npm run sbom`: prints what the product is made of as a CycloneDX document (https://cyclonedx.org, ECMA-424), from
 * package-lock.json. `npm sbom --omit=dev` leaves out every package that something of development needs too, so all
 * are asked for, and those of development alone are taken out here.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../config/paths.js'
import { runNpm } from './run-npm.js'

const EXIT_FAILED = 70
const DEVELOPMENT = 'cdx:npm:package:development'

interface Component {
  'bom-ref': string
  name: string
  properties?: Array<{ name: string; value: string }>
}

interface Bom {
  metadata: { component: Component }
  components: Component[]
  dependencies: Array<{ ref: string; dependsOn?: string[] }>
}

const { code, stdout, stderr } = await runNpm([
  'sbom',
  '--sbom-format=cyclonedx',
  '--sbom-type=application',
  '--package-lock-only',
])
if (code !== 0) {
  console.error(stderr)
  process.exit(EXIT_FAILED)
}
console.log(JSON.stringify(ofProduction(JSON.parse(stdout) as Bom), null, 2))

function ofProduction(bom: Bom): Bom {
  const { name } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { name: string }
  const components = bom.components.filter(
    ({ properties = [] }) => !properties.some((property) => property.name === DEVELOPMENT),
  )
  const { component } = bom.metadata
  const kept = new Set([component, ...components].map((one) => one['bom-ref']))
  return {
    ...bom,
    // npm calls it by the name of the folder.
    metadata: { ...bom.metadata, component: { ...component, name } },
    components,
    dependencies: bom.dependencies
      .filter(({ ref }) => kept.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => kept.has(other)) })),
  }
}
