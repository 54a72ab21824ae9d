/**
 * RULES 5.5: builds the paths of a member's travellers from movements and stays in the order of the journey.
 * Looks ahead only to the next movements, and records the legs at which a later run can start again
 * (RULES 2.2).
 */
import { inOrder } from '../lib/in-order.js'
import type { Pieces } from '../lib/pieces.js'
import type { Id } from '../../../schemas/base/ids.js'
import type { Homes } from '../places/home.js'
import type { Leg } from './legs/leg.js'
import { addMovement } from './movement-rules.js'
import { comparePaths } from './path.js'
import type { Path } from './path.js'
import { PathBuilder } from './path-builder.js'
import { addStay } from './stay-rules.js'
import { HOME_LEG_LEAD, HOME_LEG_REACH } from './waiting-times.js'

/** The range of instants that the rules looked at ahead of a leg. */
export interface Lookahead {
  from: number
  until: number
}

export interface BuiltPaths {
  /** Closed paths in order of start. */
  paths: Path[]
  /** Hotels, cars and rides in the home area, which no path has taken yet. */
  homeLegs: Leg[]
  /** Legs at which building can start: nothing before them affects them or what follows. */
  restartPoints: Set<Id>
  /** Legs whose rules looked ahead. */
  lookaheads: Map<Id, Lookahead>
  /** Index of the first leg that was not added. */
  nextIndex: number
}

/**
 * Builds paths from the restart point at index `from` on.
 * @param legs movements and stays in order
 * @param isKnownFrom asked at every later restart point; true stops there, because the rest is known
 */
export function* buildPaths(
  legs: readonly Leg[],
  homes: Homes,
  from = 0,
  isKnownFrom: (leg: Leg) => boolean = () => false,
): Pieces<BuiltPaths> {
  const builder = new PathBuilder(legs, homes)
  const restarts = new RestartPoints(builder, from)
  const lookaheads = new Map<Id, Lookahead>()
  let i = from
  for (; i < legs.length; i++) {
    const leg = legs[i] as Leg
    restarts.beginLeg()
    builder.beginLeg()
    if (leg.kind === 'movement') addMovement(builder, leg, i)
    else addStay(builder, leg, i)
    if (builder.lookedUntil > leg.orderAt)
      lookaheads.set(leg.id, { from: leg.orderAt, until: builder.lookedUntil })
    if (restarts.isRestartPoint(leg)) {
      if (i > from && isKnownFrom(leg)) {
        restarts.undo()
        break
      }
      restarts.points.add(leg.id)
    }
    restarts.endLeg(leg, i)
    yield
  }
  for (const path of builder.open) builder.close(path)
  const { closed, homeLegs } = builder
  return {
    paths: inOrder(closed, comparePaths),
    homeLegs,
    restartPoints: restarts.points,
    lookaheads,
    nextIndex: i,
  }
}

/** RULES 2.2: finds the legs at which path building can start again. */
class RestartPoints {
  readonly points = new Set<Id>()
  private latestEnd = -Infinity
  private latestHomeEnd = -Infinity
  private homeLegs = 0
  private closedPaths = 0

  constructor(
    private readonly builder: PathBuilder,
    private readonly from: number,
  ) {}

  beginLeg(): void {
    this.homeLegs = this.builder.homeLegs.length
    this.closedPaths = this.builder.closed.length
  }

  isRestartPoint(leg: Leg): boolean {
    return (
      (this.opensOnlyPath(leg) || this.isQuietAtHome(leg)) &&
      this.latestHomeEnd + HOME_LEG_LEAD <= leg.start &&
      this.builder.leftBehindUntil <= leg.start
    )
  }

  /** Removes what the leg added. */
  undo(): void {
    if (this.builder.opened === null) this.builder.homeLegs.pop()
    else this.builder.open = []
  }

  endLeg(leg: Leg, index: number): void {
    if (this.wentHome()) {
      this.latestHomeEnd = Math.max(this.latestHomeEnd, leg.end)
      this.removeBefore(leg, index)
    }
    this.latestEnd = Math.max(this.latestEnd, leg.end)
  }

  private wentHome(): boolean {
    return this.builder.homeLegs.length > this.homeLegs
  }

  /** True if the leg opened the only open path and nothing earlier reaches it or decided its place. */
  private opensOnlyPath(leg: Leg): boolean {
    const { opened, open, closed, placedByPath } = this.builder
    return (
      opened !== null &&
      open.length === 1 &&
      open[0] === opened &&
      opened.legs.length === 1 &&
      closed.length >= this.closedPaths &&
      !placedByPath &&
      this.latestEnd <= leg.start
    )
  }

  /**
   * True if the leg was set aside at home while no path was open, HOME_LEG_REACH after everything before it.
   */
  private isQuietAtHome(leg: Leg): boolean {
    const { opened, open } = this.builder
    return (
      opened === null && this.wentHome() && open.length === 0 && this.latestEnd <= leg.start - HOME_LEG_REACH
    )
  }

  /** A stay at home may join a path of the days before: their legs are no restart points. */
  private removeBefore(leg: Leg, index: number): void {
    const { legs } = this.builder
    for (let k = index - 1; k >= this.from; k--) {
      const earlier = legs[k] as Leg
      if (earlier.orderAt <= leg.orderAt - HOME_LEG_REACH) return
      this.points.delete(earlier.id)
    }
  }
}
