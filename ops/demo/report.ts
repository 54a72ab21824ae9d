import type { DemoResult } from './run.js'

/** What the demo prints when it is done: three itineraries, then the totals. */
export function demoLines(result: DemoResult): string[] {
  const { totals, timelines } = result
  const { timetable } = totals
  const lines = timelines.flatMap((timeline) => [...timeline, ''])
  const row = (name: string, value: string): string => `  ${name.padEnd(22)}${value}`
  return [
    ...lines,
    'Totals',
    '======',
    row('members', count(totals.members)),
    row('timetable', timetable.name),
    row(
      '',
      `${count(timetable.used)} of its ${count(timetable.flights + timetable.left_out)} flights a week used${timetable.left_out === 0 ? '' : `, ${count(timetable.left_out)} without a known airport or time`}`,
    ),
    row(
      'batches',
      count(totals.batches) + (totals.failed_batches === 0 ? '' : `, ${count(totals.failed_batches)} FAILED`),
    ),
    row('segments accepted', count(totals.segments)),
    row('trips', `${count(totals.trips)} (${count(totals.journeys)} times away from home were composed)`),
    row(
      'seconds',
      `${totals.seconds} until all was folded, ${totals.accepted_seconds} until all was accepted`,
    ),
    row('segments a second', count(totals.segments_per_second)),
    ...(totals.retries === 0 ? [] : [row('told to wait', `${count(totals.retries)} times`)]),
  ]
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}
