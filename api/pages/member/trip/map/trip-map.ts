/** A small map of a trip: an equirectangular drawing of its places and the shortest ways between them. */
import { greatCircle, nearest } from './great-circle.js'
import type { Spot } from './great-circle.js'
import { landWithin } from './land.js'
import type { MapPlace, MapPlaces } from './map-places.js'

export interface TripMap {
  width: number
  height: number
  /** What it shows, in words: `London, New York`, `London to New York`. */
  places: string[]
  journeys: string[]
  /** Paths: coasts, meridians and parallels, journeys. */
  land: string
  grid: string
  lines: string[]
  dots: Array<{ x: number; y: number }>
  labels: Array<{ x: number; y: number; text: string; anchor: 'start' | 'end' }>
}

const WIDTH = 640
const [MIN_HEIGHT, MAX_HEIGHT] = [180, 300]
/** Degrees. */
const MIN_SPAN = 3
const MARGIN = 0.14
const SAME_PLACE = 0.35
const SAME_CITY = 2
const MAX_LABELS = 14
const GRID_STEPS = [1, 2, 5, 10, 20, 30, 45]
const GRID_LINES = 5
/** Size of labels on a phone, where they are larger in relation to the map. */
const CHAR_WIDTH = 11
const LINE_HEIGHT = 20

interface Frame {
  west: number
  east: number
  south: number
  north: number
  height: number
}

/** Null if the trip has fewer than two places. */
export function tripMap({ places, journeys }: MapPlaces): TripMap | null {
  const all = distinct(places)
  if (all.length < 2) return null
  const middle = middleOf(all.map(({ lon }) => lon))
  const here = all.map((place) => ({ ...place, lon: nearest(place.lon, middle) }))
  const known = distinctWays(journeys)
  const ways = known.map(([from, to]) => greatCircle({ ...from, lon: nearest(from.lon, middle) }, to))
  const frame = frameOf([...here, ...ways.flat()])
  const xy = projection(frame)
  const dots = here.map((place) => xy(place))
  return {
    width: WIDTH,
    height: frame.height,
    places: [...new Set(all.map(({ name }) => name).filter((name) => name !== ''))],
    journeys: known.flatMap(([from, to]) =>
      from.name === '' || to.name === '' || from.name === to.name ? [] : [`${from.name} to ${to.name}`],
    ),
    land: landWithin(frame)
      .map((ring) => `${pathOf(ring, xy)}Z`)
      .join(''),
    grid: gridOf(frame, xy),
    lines: ways.map((way) => pathOf(way, xy)),
    dots,
    labels: labelsOf(here, dots),
  }
}

/** Places that nearly coincide become one, such as the airport, the station and the hotel of a city. */
function distinct(places: readonly MapPlace[]): MapPlace[] {
  const kept: MapPlace[] = []
  for (const place of places) {
    const same = kept.find((one) => distance(one, place) < (one.name === place.name ? SAME_CITY : SAME_PLACE))
    if (same === undefined) kept.push({ ...place })
    else if (same.name === '') same.name = place.name
  }
  return kept
}

/** Approximate distance in degrees, for places that are close together. */
function distance(one: Spot, { lat, lon }: Spot): number {
  const narrowing = Math.cos((lat * Math.PI) / 180)
  return Math.hypot(one.lat - lat, (nearest(one.lon, lon) - lon) * narrowing)
}

function distinctWays(journeys: MapPlaces['journeys']): MapPlaces['journeys'] {
  const known = new Set<string>()
  return journeys.filter((ends) => {
    const key = ends
      .map(({ lat, lon }) => `${lat.toFixed(1)} ${lon.toFixed(1)}`)
      .toSorted()
      .join(' ')
    return known.size < known.add(key).size
  })
}

/** The longitude opposite the widest gap: seen from there, the places are as close together as they can be. */
function middleOf(lons: readonly number[]): number {
  const sorted = lons.toSorted((a, b) => a - b)
  let [widest, after] = [-1, 0]
  sorted.forEach((lon, at) => {
    const gap = (sorted[at + 1] ?? sorted[0]! + 360) - lon
    if (gap > widest) [widest, after] = [gap, lon + gap]
  })
  return nearest(after + (360 - widest) / 2, 0)
}

function frameOf(spots: readonly Spot[]): Frame {
  const [lats, lons] = [spots.map(({ lat }) => lat), spots.map(({ lon }) => lon)]
  const [south, north] = [Math.min(...lats), Math.max(...lats)]
  const [west, east] = [Math.min(...lons), Math.max(...lons)]
  const narrowing = Math.max(0.2, Math.cos((((south + north) / 2) * Math.PI) / 180))
  const wide = Math.max((east - west) * narrowing, MIN_SPAN) * (1 + 2 * MARGIN)
  const tall = Math.max(north - south, MIN_SPAN / 2) * (1 + 2 * MARGIN)
  const height = Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, Math.round((WIDTH * tall) / wide)))
  // One scale for both directions: degrees of latitude per pixel.
  const scale = Math.max(wide / WIDTH, tall / height)
  const [x, y] = [(west + east) / 2, (south + north) / 2]
  const [halfWidth, halfHeight] = [(scale * WIDTH) / 2 / narrowing, (scale * height) / 2]
  return { west: x - halfWidth, east: x + halfWidth, south: y - halfHeight, north: y + halfHeight, height }
}

type Project = (spot: Spot) => { x: number; y: number }

function projection({ west, east, south, north, height }: Frame): Project {
  const round = (value: number): number => Math.round(value * 10) / 10
  return ({ lat, lon }) => ({
    x: round(((lon - west) / (east - west)) * WIDTH),
    y: round(((north - lat) / (north - south)) * height),
  })
}

const pathOf = (spots: readonly Spot[], xy: Project): string =>
  spots.map((spot, at) => `${at === 0 ? 'M' : 'L'}${xy(spot).x} ${xy(spot).y}`).join('')

function gridOf({ west, east, south, north, height }: Frame, xy: Project): string {
  const step = GRID_STEPS.find((one) => (east - west) / one <= GRID_LINES * 2) ?? 45
  let path = ''
  for (let lon = Math.ceil(west / step) * step; lon < east; lon += step)
    path += `M${xy({ lat: 0, lon }).x} 0V${height}`
  for (let lat = Math.ceil(south / step) * step; lat < north; lat += step)
    path += `M0 ${xy({ lat, lon: 0 }).y}H${WIDTH}`
  return path
}

/** Labels next to their places, without those that would cover another label. */
function labelsOf(places: readonly MapPlace[], dots: TripMap['dots']): TripMap['labels'] {
  const kept: Array<TripMap['labels'][number] & { left: number; right: number }> = []
  places.forEach(({ name }, at) => {
    const { x, y } = dots[at]!
    const width = name.length * CHAR_WIDTH
    const isRight = x + 10 + width < WIDTH
    const left = isRight ? x + 8 : x - 8 - width
    const isCovered = kept.some(
      (one) => Math.abs(one.y - y - 4) < LINE_HEIGHT && left < one.right && left + width > one.left,
    )
    if (
      name === '' ||
      isCovered ||
      left < 0 ||
      kept.length >= MAX_LABELS ||
      kept.some((one) => one.text === name)
    )
      return
    kept.push({
      x: isRight ? x + 8 : x - 8,
      y: y + 4,
      text: name,
      anchor: isRight ? 'start' : 'end',
      left,
      right: left + width,
    })
  })
  return kept.map(({ x, y, text, anchor }) => ({ x, y, text, anchor }))
}
