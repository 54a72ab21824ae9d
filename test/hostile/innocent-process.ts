/** Runs the innocent member in its own process, so that its waits do not include the attacker's own work. */
import { clientFrom } from './send.js'
import { work, type Work } from './innocent.js'

export type ToInnocent = { begin: Work } | { end: true }

let end = new AbortController()

process.on('message', (message: ToInnocent) => {
  if ('end' in message) {
    end.abort()
    return
  }
  end = new AbortController()
  const { port, address } = message.begin
  void work(clientFrom(address, port), message.begin, end.signal).then((waits) => process.send?.(waits))
})
process.on('disconnect', () => {
  process.exit()
})
process.send?.('ready')
