import type { DemoResult } from './run.js'

/** The output of the demo: three itineraries, then the totals. */
export function demoLines({ totals, timelines }: DemoResult): string[] {
  const { timetable } = totals
  const row = (name: string, value: string): string => `  ${name.padEnd(22)}${value}`
  const failed = totals.failed_batches === 0 ? '' : `, ${format(totals.failed_batches)} FAILED`
  const leftOut =
    timetable.left_out === 0 ? '' : `, ${format(timetable.left_out)} without a known airport or time`
  const weekly = format(timetable.flights + timetable.left_out)
  return [
    ...timelines.flatMap((timeline) => [...timeline, '']),
    'Totals',
    '======',
    row('members', format(totals.members)),
    row('timetable', timetable.name),
    row('', `${format(timetable.used)} of ${weekly} flights a week used${leftOut}`),
    row('batches', format(totals.batches) + failed),
    row('segments accepted', format(totals.segments)),
    row('trips', `${format(totals.trips)} (${format(totals.journeys)} journeys were composed)`),
    row('seconds', `${totals.seconds} until folded, ${totals.accepted_seconds} until accepted`),
    row('segments a second', format(totals.segments_per_second)),
    ...(totals.retries === 0 ? [] : [row('retries', `${format(totals.retries)}, when asked to wait`)]),
  ]
}

function format(value: number): string {
  return value.toLocaleString('en-US')
}
