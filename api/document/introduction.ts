/** The texts of the OpenAPI document that belong to no single endpoint. */
import { readFileSync } from 'node:fs'
import DESCRIPTIONS from '../operation/tags.json' with { type: 'json' }

export const TAGS = Object.entries(DESCRIPTIONS).map(([name, description]) => ({ name, description }))

export const INTRODUCTION = readFileSync(new URL('introduction.md', import.meta.url), 'utf8').trimEnd()
