// Threads do not inherit the TypeScript loader of the process on every Node version: this one registers its
// own.
import { register } from 'tsx/esm/api'

register()
const thread = await import(new URL('./render-thread.ts', import.meta.url).href)
export default thread.default
