/**
 * Holds the documents to the tree: `node --import tsx test/checks/documents.ts`. Every numbered citation
 * (`RULES 5.7`, `contract.md 4`, `workers/DESIGN.md 3.1`) leads to a heading, every link and every path in
 * backticks to a file, every `npm run` to a script. Prints each finding; exits 1 when there is one.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { ROOT } from '../../ops/config/paths.js'

const RULES = 'actors/RULES.md'
/** Links of guides to pages that the service serves: test/api/document/docs-site.test.ts follows them. */
const SERVED = /^(\/docs\/|\{auth_url\}|\{base_url\})/
/** Files that the service makes: of RFC 9116, of llmstxt.org, and the first page of the documentation. */
const MADE = /(^|\/)(security|llms(-full)?)\.txt$|^\/docs\.md$/
/** Documents of the tree's tools and of packages, which code may name without their being here. */
const FOREIGN = /^(node_modules|LICENSE)/
const CITATION =
  /(?<![\w/.-])(RULES|[.\w/-]*[\w-]+\.(?:md|txt))(?=[ ,;:).`]|$)(?: (N?\d+(?:\.\d+)*[a-z]?)(?![\w-]))?/g
const HEADING = /^#{1,5} (N?\d+(?:\.\d+)*[a-z]?)\.? /gm
const LINK = /\]\(([^)\s]+)\)/g
const SCRIPT = /\bnpm run (?:-s |--silent )?([a-z][\w:-]*)/g
/** Of a file of ours: from the root, or from a folder of the room that names it or of its tests. */
const PATH = /(?<![\w@$}./-])((?:[\w-]+\/)+[\w.-]+\.(?:ts|mjs|md|yaml|json))(?![\w*/])/g

/** Stands for the file that a reader is about to write. */
const EXAMPLE = /[A-Z]{3}|what_it_does|coach/

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
const files = tracked.split('\n').filter((file) => file !== '' && existsSync(join(ROOT, file)))
const texts = new Map(
  files
    .filter((file) => /\.(ts|mjs|md)$/.test(file))
    .map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]),
)
const documents = files.filter((file) => /\.(md|txt)$/.test(file))
const scripts = Object.keys(
  (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> })
    .scripts,
)
const numbers = new Map(
  documents.map((file) => [
    file,
    new Set([...(texts.get(file) ?? '').matchAll(HEADING)].map((match) => match[1])),
  ]),
)
const findings: string[] = []

for (const [file, text] of texts) {
  for (const [n, line] of text.split('\n').entries()) {
    const at = `${file}:${n + 1}`
    if (file.endsWith('.md') || /^\s*(\/\/|\/?\*)/.test(line)) checkPaths(at, file, line)
    if (file.endsWith('.md') || /(\/\/|\*)/.test(line)) checkCitations(at, file, line)
    if (file.endsWith('.md')) checkDocumentLine(at, file, line)
  }
}
if (findings.length > 0) {
  console.error(findings.join('\n'))
  process.exitCode = 1
} else {
  console.log(`documents: ${documents.length}, every citation, link, path and script resolves`)
}

function checkCitations(at: string, file: string, line: string): void {
  for (const [, name = '', number] of line.matchAll(CITATION)) {
    if ((name === 'RULES' && number === undefined) || MADE.test(name)) continue
    const document = name === 'RULES' ? RULES : findDocument(file, name)
    if (document === null) findings.push(`${at} cites ${name}, which is not in the repository`)
    else if (number !== undefined && numbers.get(document)?.has(number) !== true)
      findings.push(`${at} cites ${name} ${number}, but ${document} has no heading with that number`)
  }
}

/**
 * The document that a citation names: by its path, beside the citing file, or by a name that only one has.
 */
function findDocument(file: string, name: string): string | null {
  const candidates = [name, normalize(join(dirname(file), name))]
  const exact = candidates.find((candidate) => documents.includes(candidate))
  if (exact !== undefined) return exact
  const named = documents.filter((document) => basename(document) === name || document.endsWith(`/${name}`))
  return named.length === 1 ? (named[0] ?? null) : null
}

function checkDocumentLine(at: string, file: string, line: string): void {
  for (const [, target = ''] of line.matchAll(LINK)) {
    const [path = ''] = target.split('#')
    if (/^[a-z]+:/.test(target) || path === '' || FOREIGN.test(path) || SERVED.test(target)) continue
    if (!existsSync(join(ROOT, dirname(file), path)))
      findings.push(`${at} links to ${target}, which does not exist`)
  }
  for (const [, script = ''] of line.matchAll(SCRIPT)) {
    if (!scripts.includes(script))
      findings.push(`${at} runs npm run ${script}, which package.json does not have`)
  }
}

function checkPaths(at: string, file: string, line: string): void {
  const room = file.split('/')[0] ?? ''
  for (const [, path = ''] of line.matchAll(PATH)) {
    if (EXAMPLE.test(path) || files.includes(path)) continue
    const isOurs = (one: string): boolean => one.startsWith(`${room}/`) || one.startsWith(`test/${room}/`)
    if (!files.some((one) => isOurs(one) && one.endsWith(`/${path}`)))
      findings.push(`${at} names ${path}, which does not exist`)
  }
}
