/** Cuts documents that begin with a line of their own: calendars, and displays of reservations. */
import { displayStarts } from '../../../../actors/readers/pnr/display.js'
import type { Cutter } from './cut-documents.js'
import { isAddressLine } from './text-address.js'

/** @param starts whether a line is the first of a document, called with each line in turn */
function lineCutter(starts: (line: string) => boolean): Cutter {
  let document = ''
  let unfinished = ''
  return {
    push: (text) => {
      const lines = (unfinished + text).split(/(?<=\n)/)
      unfinished = lines.at(-1)?.endsWith('\n') === true ? '' : (lines.pop() ?? '')
      const found: string[] = []
      for (const line of lines) {
        if (starts(line)) {
          found.push(document)
          document = ''
        }
        document += line
      }
      return found
    },
    end: () => [document + unfinished],
    held: () => document.length + unfinished.length,
  }
}

export const calendarCutter = (): Cutter => lineCutter((line) => /^\s*BEGIN:VCALENDAR\s*$/i.test(line))

/** A line that names the member stands before the display. */
export function displayCutter(): Cutter {
  let isFirst = displayStarts()
  return lineCutter((line) => {
    if (!isAddressLine(line)) return isFirst(line)
    isFirst = displayStarts()
    return true
  })
}
