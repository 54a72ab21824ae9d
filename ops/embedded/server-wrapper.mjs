/**
 * Runs one server and outlives nobody: when the pipe to its starter closes, for whatever reason (kill -9 included), the
 * server is stopped. Usage: keeper.mjs <signal> <uid|-> <gid|-> <cwd> <command> <args...>. Exits with the server.
 */
import { spawn } from 'node:child_process'

const [stopSignal, uid, gid, cwd, command, ...args] = process.argv.slice(2)
const GRACE_MS = 10_000
const account = uid === '-' ? {} : { uid: Number(uid), gid: Number(gid) }
const server = spawn(command, args, {
  cwd,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: { LC_ALL: 'C', TZ: 'UTC' },
  ...account,
})
server.on('error', (error) => {
  console.error(`cannot run ${command}: ${error.message}`)
  process.exit(70)
})
server.on('exit', (code, signal) => process.exit(code ?? (signal === stopSignal ? 0 : 71)))

let stopping = false
function stop() {
  if (stopping) return
  stopping = true
  server.kill(stopSignal)
  setTimeout(() => server.kill('SIGKILL'), GRACE_MS).unref()
}
process.stdin.on('end', stop).on('close', stop).on('error', stop).resume()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
