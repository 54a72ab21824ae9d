/** The trains of a connection in the description of one event, as timetable services write them. */
import type { CalendarEvent } from './calendar-event.js'
import { timeOfDay } from './event-text.js'
import { isDay, wallOf, wallText } from './event-times.js'
import type { StatedTime } from './event-times.js'
import { stationOf, routeOf, trainNumber } from './travel-text.js'
import type { NamedPlace } from './travel-text.js'

export interface TrainLeg {
  from: NamedPlace
  to: NamedPlace
  /** Wall times `YYYY-MM-DDTHH:MM`. */
  start: string
  end: string
  /** With its product: `ICE 577`; null: not stated. */
  train: string | null
  line: string | null
  fromPlatform: string | null
  toPlatform: string | null
  /** How it goes if it is said to be no train. */
  mode: string | null
}

const DEPARTS =
  /^[^\p{L}\d]{0,4}(?:ab|dep|departs?|départ|partenza|salida|vertrek)[\s.:]{1,3}(\d{1,2}:\d{2})[\s|]+(.+)$/iu
const ARRIVES =
  /^[^\p{L}\d]{0,4}(?:an|arr|arrives?|arrivée|arrivo|llegada|aankomst)[\s.:]{1,3}(\d{1,2}:\d{2})[\s|]+(.+)$/iu
/** `A (GLC) to B (EUS), dep 12:40, arr 17:12`. */
const IN_ONE = /^(?:Journey Details:\s*)?(.{2,150}?), dep (\d{1,2}:\d{2}), arr (\d{1,2}:\d{2})$/i
const PLATFORM =
  /(?:\s[-▷]\s|,\s|\s)?(?:Gleis|Gl\.|platform|voie|binario|vía|spoor|Pl\.)\s*([\w-]{1,8}(?:\s[A-Z]-[A-Z])?)?\s*$/iu

const MOST_LEGS = 20
const DAY_MS = 86_400_000

type Clock = (time: string) => string

/** Wall times of clock times that follow each other, from the start of the event. */
function clockFrom(start: StatedTime): Clock {
  let wall = wallOf(start)
  return (time) => {
    const onDay = wallOf({ ...start, text: `${wallText(wall, 10)}T${timeOfDay(time) ?? '00:00'}` })
    wall = onDay < wall ? onDay + DAY_MS : onDay
    return wallText(wall)
  }
}

/** In their order; none unless they begin and end with the event. */
export function trainLegs({ lines, times: { start, end } }: CalendarEvent): TrainLeg[] {
  if (start === null || end === null || isDay(start)) return []
  const legs: TrainLeg[] = []
  const next = clockFrom(start)
  let open: { time: string; text: string; before: string } | null = null
  for (const [at, line] of lines.entries()) {
    if (legs.length >= MOST_LEGS) break
    const whole = legInOne(line, lines.slice(at + 1, at + 3), next)
    if (whole !== null) legs.push(whole)
    const departs = DEPARTS.exec(line)
    if (departs !== null) open = { time: departs[1]!, text: departs[2]!, before: lines[at - 1] ?? '' }
    const arrival = ARRIVES.exec(line)
    if (arrival === null || open === null) continue
    legs.push(leg(open, { time: arrival[1]!, text: arrival[2]! }, next))
    open = null
  }
  const isWhole = legs[0]?.start === start.text.slice(0, 16) && legs.at(-1)?.end === end.text.slice(0, 16)
  return isWhole ? legs : []
}

function legInOne(line: string, after: readonly string[], next: Clock): TrainLeg | null {
  const [, route = '', leaves = '', arrives = ''] = IN_ONE.exec(line) ?? []
  const ends = route === '' ? null : routeOf(route)
  if (ends === null) return null
  const value = (label: RegExp): string | null => label.exec(after.join('\n'))?.[1] ?? null
  const mode = value(/^Mode of Transport: (.+)$/im)
  return {
    from: stationOf(ends.from),
    to: stationOf(ends.to),
    start: next(leaves),
    end: next(arrives),
    train: null,
    line: value(/^Train Company: (.+)$/im),
    fromPlatform: null,
    toPlatform: null,
    mode: mode === null || /^train$/i.test(mode) ? null : mode,
  }
}

function leg(
  { time, text, before }: { time: string; text: string; before: string },
  arrival: { time: string; text: string },
  next: Clock,
): TrainLeg {
  const inBrackets = /\s\(([^()]{2,30})\)\s*$/.exec(text)
  const found = trainNumber(inBrackets?.[1] ?? '') ?? trainNumber(before)
  const station =
    inBrackets === null || trainNumber(inBrackets[1]!) === null ? text : text.slice(0, inBrackets.index)
  const start = next(time)
  return {
    from: stationOf(station.replace(PLATFORM, '')),
    to: stationOf(arrival.text.replace(PLATFORM, '')),
    start,
    end: next(arrival.time),
    train: found === null ? null : `${found.carrier} ${found.number}`,
    line: null,
    fromPlatform: PLATFORM.exec(station)?.[1] ?? null,
    toPlatform: PLATFORM.exec(arrival.text)?.[1] ?? null,
    mode: null,
  }
}
