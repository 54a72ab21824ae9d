// Threads do not inherit the TypeScript loader of the process on every Node version: this one registers
// its own.
import { workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
const thread = await import(workerData.program)
export default thread.default
