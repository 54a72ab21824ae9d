/** Work that no request should wait for, done after the start while the process has nothing else to do. */
import { fastifyPlugin } from 'fastify-plugin'
import { performance } from 'node:perf_hooks'

const CHECK_MS = 250
/** Share of a check's time in which the process was busy. */
const MAX_BUSY = 0.2

/**
 * Once the server listens, does one step after each quarter of a second in which the process was idle. A step
 * blocks the process, so it should be short.
 */
export const idleWork = fastifyPlugin<{ steps: ReadonlyArray<() => unknown> }>(
  async (app, { steps }) => {
    const waiting = [...steps]
    let timer: NodeJS.Timeout | undefined
    let before = performance.eventLoopUtilization()
    const check = (): void => {
      const isIdle = performance.eventLoopUtilization(before).utilization < MAX_BUSY
      if (isIdle) waiting.shift()?.()
      if (waiting.length === 0) clearInterval(timer)
      before = performance.eventLoopUtilization()
    }
    app.addHook('onListen', async () => {
      before = performance.eventLoopUtilization()
      timer = setInterval(check, CHECK_MS).unref()
    })
    app.addHook('onClose', async () => {
      clearInterval(timer)
    })
  },
  { name: 'idle-work' },
)
