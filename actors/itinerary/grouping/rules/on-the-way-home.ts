/** RULES 5.8.4 On the way home: nights and crossings during a drive or sail home belong to it. */
import { isFlight } from '../legs/leg.js'
import type { Path } from '../path.js'
import { CLOCK_TOLERANCE } from '../waiting-times.js'

/** True if the path's last movement, by road or sea, is still under way home at `instant`. */
export function isOnTheWayHome(path: Path, instant: number): boolean {
  return (
    path.returnedAt !== null &&
    path.returnedAt > instant + CLOCK_TOLERANCE &&
    path.lastMove !== null &&
    !isFlight(path.lastMove) &&
    path.lastMove.start <= instant
  )
}
