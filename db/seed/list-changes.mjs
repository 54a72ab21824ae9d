/**
 * Lists what changed among the world's airports (data/airport-changes.txt), the newest first, and whether the
 * snapshot says the same by now:
 *   node --import tsx db/seed/list-changes.mjs
 * `applied`: the list adds it to the snapshot. `in the snapshot`: it is there, and the line could go unless it gives the
 * date on which a code moved. After a new snapshot, or a change in the world, add or drop lines and run it again.
 */
import { airportChanges, dateOf, isInSnapshot } from './airport-changes.js'
import { readAirports } from './snapshots.js'

const snapshot = new Map(readAirports().map((row) => [row.iata, row]))
const changes = airportChanges()
for (const change of changes.toReversed()) {
  const { what, code, otherCode, name, source } = change
  const state = isInSnapshot(change, snapshot.get(code)) ? 'in the snapshot' : 'applied'
  const codes = otherCode === null ? code : `${code} (${otherCode})`
  const words = [name ?? snapshot.get(code)?.name, source].filter((text) => text != null).join(': ')
  console.log(
    [dateOf(change).padEnd(10), what.padEnd(7), codes.padEnd(9), state.padEnd(15), words].join('  '),
  )
}
const missing = changes.filter((change) => !isInSnapshot(change, snapshot.get(change.code)))
console.log(`${changes.length} changes, ${missing.length} of them not in the snapshot`)
