/** RULES 5.5: the open and closed paths while legs are added in the order of the journey. */
import type { Home, Homes } from '../places/home.js'
import { DAY } from '../lib/local-time.js'
import type { Person } from '../../../schemas/itinerary/person.js'
import type { Leg } from './legs/leg.js'
import { mayShareTraveller } from './legs/travellers.js'
import { canContinueFrom, startPath } from './path.js'
import type { GroupingReason, Path, PathKind } from './path.js'
import { hasReturnedInPart } from './rules/shared-journeys.js'
import { HOME_CONNECTION, MAX_LEGS_AHEAD, MAX_WAIT_DAYS } from './waiting-times.js'

/** RULES 2.3: how many legs one path takes, and how many paths are open at once. */
const MAX_PATH_LEGS = 300
const MAX_OPEN_PATHS = 50

const NO_PATHS: readonly Path[] = []

export class PathBuilder {
  /** Paths that have ended. */
  readonly closed: Path[] = []
  /** Hotels, cars and rides in the home area, which no path has taken yet. */
  readonly homeLegs: Leg[] = []
  open: Path[] = []
  /** The path that the current leg opened. */
  opened: Path | null = null
  /** How far ahead the rules looked for the current leg (RULES 2.2). */
  lookedUntil = -Infinity
  /** Whether the current stay was placed near an open path, and would lie elsewhere without it. */
  placedByPath = false
  /** Until when a traveller who was left behind may still come (RULES 5.8.2). */
  leftBehindUntil = -Infinity

  constructor(
    readonly legs: readonly Leg[],
    readonly homes: Homes,
  ) {}

  /** Resets what is recorded for one leg, and closes paths that can take no further one. */
  beginLeg(): void {
    for (const path of this.open) if (path.legs.length >= MAX_PATH_LEGS) this.close(path)
    this.opened = null
    this.lookedUntil = -Infinity
    this.placedByPath = false
  }

  startPath(leg: Leg, reason: GroupingReason, kind: PathKind, leftHome: Home | null): Path {
    const [oldest] = this.open
    if (oldest !== undefined && this.open.length >= MAX_OPEN_PATHS) this.close(oldest)
    const path = startPath(leg, reason, kind, leftHome)
    this.opened = path
    this.open.push(path)
    return path
  }

  /** RULES 5.14: a path that comes before all others, so that the newest path stays that of the traveller. */
  startStrayPath(leg: Leg, reason: GroupingReason): Path {
    const path = this.startPath(leg, reason, 'journey', null)
    path.isStray = true
    this.open = [path, ...this.open.filter((other) => other !== path)]
    return path
  }

  close(path: Path): void {
    this.open = this.open.filter((other) => other !== path)
    this.closed.push(path)
    if (hasReturnedInPart(path))
      this.leftBehindUntil = Math.max(this.leftBehindUntil, (path.returnedAt ?? 0) + MAX_WAIT_DAYS * DAY)
  }

  /** RULES 5.6: from four hours at home on, the time away has ended. */
  closePathsAtHome(instant: number): void {
    for (const path of this.open)
      if (path.returnedAt !== null && instant - path.returnedAt >= HOME_CONNECTION) this.close(path)
  }

  /** RULES 5.14: what is somebody else's may end without a report. */
  closeStrayPaths(instant: number): void {
    for (const path of this.open)
      if (path.isStray && instant - path.end > MAX_WAIT_DAYS * DAY) this.close(path)
  }

  /** Open paths whose traveller is not home. */
  awayPaths(): readonly Path[] {
    return this.open.length === 0 ? NO_PATHS : this.open.filter((path) => path.returnedAt === null)
  }

  /** True if an open path waits where `leg` starts. */
  hasPathContinuingWith(leg: Leg): boolean {
    return this.awayPaths().some(
      (path) => path.location !== null && leg.from !== null && canContinueFrom(path.location, leg.from),
    )
  }

  /**
   * The first movement of these travellers from `index` on that starts by `until`; null if there is none among
   * the next `MAX_LEGS_AHEAD` legs.
   */
  nextMovement(index: number, travellers: readonly Person[], until = Infinity): Leg | null {
    for (let i = index; i < this.legs.length; i++) {
      const leg = this.legs[i] as Leg
      if (leg.orderAt > until) break
      if (i - index >= MAX_LEGS_AHEAD) {
        this.lookUntil(leg.orderAt)
        return null
      }
      if (leg.kind !== 'movement' || !mayShareTraveller(leg.travellers, travellers)) continue
      this.lookUntil(leg.orderAt)
      return leg
    }
    this.lookUntil(until)
    return null
  }

  /** The legs from `index` on that start by `until`, `MAX_LEGS_AHEAD` at most. */
  legsUntil(index: number, until: number): Leg[] {
    const legs: Leg[] = []
    for (const leg of this.legs.slice(index, index + MAX_LEGS_AHEAD)) {
      if (leg.orderAt > until) break
      legs.push(leg)
    }
    this.lookUntil(legs.length < MAX_LEGS_AHEAD ? until : (legs.at(-1) as Leg).orderAt)
    return legs
  }

  /** Records that the current leg depends on legs up to `instant`. */
  lookUntil(instant: number): void {
    if (instant > this.lookedUntil) this.lookedUntil = instant
  }
}
