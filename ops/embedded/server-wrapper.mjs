/**
 * Runs one server and stops it when the pipe to the parent process closes, for whatever reason (kill -9
 * included). Usage: server-wrapper.mjs <signal> <uid|-> <gid|-> <cwd> <command> <args...>. Exits when the
 * server exits.
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

let isStopping = false
function stop() {
  if (isStopping) return
  isStopping = true
  server.kill(stopSignal)
  setTimeout(() => server.kill('SIGKILL'), GRACE_MS).unref()
}
process.stdin.on('end', stop).on('close', stop).on('error', stop).resume()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
