const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Passes ending signals on to a child process, and does not end this process: the caller exits after the
 * child. At a terminal Ctrl-C reaches the child anyway. Returns a function that says whether a signal was
 * passed on.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => boolean}
 */
export function passSignals(child) {
  let passed = false
  const listeners = SIGNALS.map((signal) => {
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
