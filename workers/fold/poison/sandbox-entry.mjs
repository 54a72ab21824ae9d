// The sandbox runs from source whatever its parent runs from: it registers its own TypeScript loader.
import { register } from 'tsx/esm/api'

register()
await import(new URL('./sandbox-process.ts', import.meta.url).href)
