/** The stylesheet and the script of the pages, under addresses that change with their content. */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { readFileSync } from 'node:fs'

export type AssetName =
  | 'pages.css'
  | 'docs.css'
  | 'pages.js'
  | 'docs.js'
  | 'docs-try.js'
  | 'search-match.js'
  | 'passkeys.js'
  | 'webauthn.js'

interface Asset {
  text: string
  type: string
  hash: string
}

const HASH_LENGTH = 12
const YEAR = 'public, max-age=31536000, immutable'
const HOUR = 'public, max-age=3600'

/** The library as one script, which its package does not export. */
const WEBAUTHN = new URL('../dist/bundle/index.umd.min.js', import.meta.resolve('@simplewebauthn/browser'))

const docsTry = readAsset('./docs-try.js', 'text/javascript')
const searchMatch = readAsset('./search-match.js', 'text/javascript')

const ASSETS: Readonly<Record<AssetName, Asset>> = {
  'pages.css': readAsset('../pages/views/pages.css', 'text/css'),
  'docs.css': readAsset('./docs.css', 'text/css'),
  'docs.js': readAsset('./docs.js', 'text/javascript', {
    'search-match.js': searchMatch.hash,
    'docs-try.js': docsTry.hash,
  }),
  'docs-try.js': docsTry,
  'search-match.js': searchMatch,
  'pages.js': readAsset('./pages.js', 'text/javascript'),
  'passkeys.js': readAsset('./passkeys.js', 'text/javascript'),
  'webauthn.js': readAsset(WEBAUTHN, 'text/javascript'),
}

/** A script imports others by their hash as well: otherwise a cache could combine two versions. */
function readAsset(file: string | URL, type: string, imports: Readonly<Record<string, string>> = {}): Asset {
  const text = Object.entries(imports).reduce(
    (script, [name, version]) => script.replace(`'./${name}'`, `'./${name}?v=${version}'`),
    readFileSync(new URL(file, import.meta.url), 'utf8'),
  )
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, HASH_LENGTH)
  return { text, type: `${type}; charset=utf-8`, hash }
}

/** The address of an asset. It changes with the content, so that browsers may keep what they have for a year. */
export const assetUrl = (name: AssetName): string => `/assets/${name}?v=${ASSETS[name].hash}`

/** The addresses that every page refers to. */
export const PAGE_ASSETS = {
  css: assetUrl('pages.css'),
  js: assetUrl('pages.js'),
  passkeys: assetUrl('passkeys.js'),
  webauthn: assetUrl('webauthn.js'),
}

/** Serves the assets. Without the current hash they are kept for an hour only. */
export function assetRoutes(app: FastifyInstance): void {
  for (const [name, { text, type, hash }] of Object.entries(ASSETS)) {
    app.get<{ Querystring: { v?: string } }>(
      `/assets/${name}`,
      async (request, reply) =>
        await reply
          .header('cache-control', request.query.v === hash ? YEAR : HOUR)
          .type(type)
          .send(text),
    )
  }
}
