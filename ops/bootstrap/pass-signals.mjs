const ENDING = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Sends what is to end this process on to a child that would go on without it, and leaves the end to the child's. At a
 * terminal Ctrl-C reaches the child by itself. Answers whether anything was sent on.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => boolean}
 */
export function passSignals(child) {
  let passed = false
  const listeners = ENDING.map((signal) => {
    const pass = () => {
      passed = true
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    }
    process.on(signal, pass)
    return () => {
      process.off(signal, pass)
    }
  })
  child.once('exit', () => {
    for (const remove of listeners) remove()
  })
  return () => passed
}
