/** The texts of the OpenAPI document that belong to no single endpoint. */
import { readFileSync } from 'node:fs'

export { default as TAGS } from './tags.json' with { type: 'json' }

export const INTRODUCTION = readFileSync(new URL('introduction.md', import.meta.url), 'utf8').trimEnd()
