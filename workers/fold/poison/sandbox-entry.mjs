// The process is started from the source, whatever its parent runs: it brings its own TypeScript loader.
import { register } from 'tsx/esm/api'

register()
await import(new URL('./sandbox-process.ts', import.meta.url).href)
