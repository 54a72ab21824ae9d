// The sandbox of a worker that runs from source: it registers its own TypeScript loader.
import { register } from 'tsx/esm/api'

register()
await import(new URL('./sandbox-process.ts', import.meta.url).href)
