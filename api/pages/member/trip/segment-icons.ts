/** A small drawing for each segment type: shapes in a square of 24, in the colour of the text. */
import type { SegmentType } from '../../../../schemas/segment/fields/segment-types.js'
import { html } from '../../views/html.js'
import type { Html } from '../../views/html.js'

const PATHS: Readonly<Record<SegmentType, string>> = {
  Air: 'M12 2.5c1 0 1.6.9 1.6 2.2v4.6l7.4 4.6v2l-7.4-2.3v4.4l2.4 1.8v1.7L12 20.4l-4 1.1v-1.7l2.4-1.8v-4.4L3 15.9v-2l7.4-4.6V4.7c0-1.3.6-2.2 1.6-2.2z',
  Hotel:
    'M3 5v14M3 12h18v7M21 12v-1.5A2.5 2.5 0 0 0 18.5 8H11v4M5.2 9.5a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0M3 16h18',
  Car: 'M3 17v-4.5l2.2-5A2 2 0 0 1 7 6.3h10a2 2 0 0 1 1.8 1.2L21 12.5V17zM3.5 12.5h17M5 17v2M19 17v2M6.5 14.8h1.5M16 14.8h1.5',
  Rail: 'M7 3h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM5 11h14M12 3.5V11M8 17l-2.5 4M16 17l2.5 4M8.5 14h.5M15 14h.5',
  Cruise: 'M3 15h18l-2.5 5h-13zM6 15v-4h12v4M8.5 11V7.5h7V11M11 7.5V4h2v3.5',
  Ferry:
    'M3 14h18l-2.5 5h-13zM7 14v-4h10v4M10 10V6h4v4M3 21.5c1.5 0 1.5-1 3-1s1.5 1 3 1s1.5-1 3-1s1.5 1 3 1s1.5-1 3-1s1.5 1 3 1',
  Transport:
    'M5 5h14a1.5 1.5 0 0 1 1.5 1.5V17h-17V6.5A1.5 1.5 0 0 1 5 5zM3.5 11.5h17M12 5v6.5M6 17v2.5M18 17v2.5M6.5 14.3h1.5M16 14.3h1.5',
  Parking: 'M5 3h14v18H5zM10 17.5V7h3.2a3 3 0 0 1 0 6H10',
  Restaurant: 'M7 3v18M4.5 3v4.5a2.5 2.5 0 0 0 5 0V3M17 21v-7M17 14c-2 0-2.8-2-2.8-5.2S15.5 3 17 3z',
  Activity: 'M4 8h16v3a1.5 1.5 0 0 0 0 3v3H4v-3a1.5 1.5 0 0 0 0-3zM14.5 8.5v1.5M14.5 12v1.5M14.5 15.5v1',
  Meeting: 'M4 9h16v10H4zM9 9V5.5h6V9M4 13.5h16M11 12.5h2v2h-2z',
  Event: 'M4 6h16v14H4zM4 10h16M8 3.5V7M16 3.5V7M9.5 15l2 2l3.5-3.8',
  Checkin:
    'M12 21.5c-4-5-6.5-8.3-6.5-11.5a6.5 6.5 0 0 1 13 0c0 3.2-2.5 6.5-6.5 11.5zM9.8 10a2.2 2.2 0 1 0 4.4 0a2.2 2.2 0 1 0-4.4 0',
}

/** Hidden from screen readers, because the kind is next to it in words. */
export function segmentIcon(type: SegmentType): Html {
  return html`<svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false"><path d="${PATHS[type]}"/></svg>`
}
