/** Whose cancellation counts, and what is said when sources disagree (RULES 4.2). */
import t from 'tap'
import { flight, traveller } from '../../../support/traveller.js'
import type { Doc, Traveller } from '../../../support/traveller.js'

const OUT = ['JFK-LHR', '2026-03-01T18:00', '2026-03-02T06:00'] as const

/** What a source says of the flight: `source`, its locator and its status, of a traveller if one is named. */
type Report = [source: string, locator: string | null, status: string, traveller?: string]

/** Every report as a batch of its own: first as Active, then, in that order, as it last stands. */
function reported(reports: readonly Report[]): Traveller {
  const ann = traveller()
  const post = ([source, locator, , name]: Report, status: string): void => {
    ann.post(
      flight('DL42', ...OUT, {
        source,
        status,
        ...(locator === null ? {} : { confirmation_no: locator }),
        ...(name === undefined ? {} : { first_name: name, last_name: 'Smith' }),
      }),
    )
  }
  for (const report of reports) post(report, 'Active')
  for (const report of reports) if (report[2] !== 'Active') post(report, report[2])
  return ann
}

interface Conflict {
  code: string
  description: string
  field: string
  values: Array<{ source: string; value: string }>
}

function conflictOf(doc: Doc | undefined): Conflict | null {
  const warnings = (doc?.warnings ?? []) as unknown as Conflict[]
  return warnings.find(({ code }) => code === 'status_conflict') ?? null
}

function sourceStatuses(doc: Doc | undefined): string {
  const sources = doc?.sources as Array<{ source: string; status: string }>
  return sources.map(({ source, status }) => `${source} ${status}`).join(', ')
}

interface Case {
  name: string
  reports: Report[]
  status: string
  /** The sources that the warning names, the one that counts first; null: no warning. */
  warns: [string, string] | null
  sources?: string
}

const CASES: Case[] = [
  {
    name: 'the supplier confirms, every intermediary has cancelled',
    reports: [
      ['airline_dl', 'AIR234', 'Active'],
      ['gds', 'AIR234', 'Cancelled'],
      ['ota', 'OTA234', 'Cancelled'],
    ],
    status: 'Active',
    warns: ['airline_dl', 'gds'],
    sources: 'airline_dl Active, gds Cancelled, ota Cancelled',
  },
  {
    name: 'the supplier has cancelled, intermediaries and an e-mail still confirm',
    reports: [
      ['airline_dl', 'AIR234', 'Cancelled'],
      ['gds', 'AIR234', 'Active'],
      ['email', null, 'Active'],
    ],
    status: 'Cancelled',
    warns: ['airline_dl', 'gds'],
    sources: 'airline_dl Cancelled, gds Active, email Active',
  },
  {
    name: 'of two suppliers the one of higher priority',
    reports: [
      ['airline_dl', 'AIR234', 'Active'],
      ['airline_kl', 'AIR234', 'Cancelled'],
    ],
    status: 'Active',
    warns: ['airline_dl', 'airline_kl'],
  },
  {
    name: 'a supplier that waits, while an agency confirms',
    reports: [
      ['airline_dl', 'AIR234', 'Pending'],
      ['ota', 'OTA234', 'Active'],
    ],
    status: 'Pending',
    warns: null,
  },
  {
    name: 'one of two bookings at the supplier cancelled',
    reports: [
      ['airline_dl', 'AIR234', 'Cancelled'],
      ['airline_dl', 'BIR234', 'Active'],
    ],
    status: 'Active',
    warns: null,
    sources: 'airline_dl Active',
  },
  {
    name: 'the GDS has cancelled, an agency has its own booking',
    reports: [
      ['gds', 'GDS234', 'Cancelled'],
      ['ota', 'OTA234', 'Active'],
    ],
    status: 'Active',
    warns: ['ota', 'gds'],
    sources: 'gds Cancelled, ota Active',
  },
  {
    name: 'every channel has cancelled, an e-mail still confirms',
    reports: [
      ['gds', 'GDS234', 'Cancelled'],
      ['ota', 'OTA234', 'Cancelled'],
      ['email', 'OTA234', 'Active'],
    ],
    status: 'Cancelled',
    warns: ['gds', 'email'],
  },
  {
    name: 'GDS and TMC are one channel: the GDS speaks for their booking',
    reports: [
      ['gds', 'GDS234', 'Cancelled'],
      ['tmc', 'GDS234', 'Active'],
    ],
    status: 'Cancelled',
    warns: ['gds', 'tmc'],
  },
  {
    name: 'the TMC alone knows of a second booking',
    reports: [
      ['gds', 'GDS234', 'Cancelled'],
      ['tmc', 'TMC234', 'Active'],
    ],
    status: 'Active',
    warns: ['tmc', 'gds'],
  },
  {
    name: 'the GDS has cancelled for one traveller, the TMC booked another under the same locator',
    reports: [
      ['gds', 'GDS234', 'Cancelled', 'John'],
      ['tmc', 'GDS234', 'Active', 'Mary'],
    ],
    status: 'Active',
    warns: ['tmc', 'gds'],
  },
  {
    name: 'one channel waits, the other has cancelled',
    reports: [
      ['gds', 'GDS234', 'Cancelled'],
      ['ota', 'OTA234', 'Pending'],
    ],
    status: 'Pending',
    warns: null,
  },
  {
    name: 'an echo cancels what an agency sells',
    reports: [
      ['ota', 'OTA234', 'Active'],
      ['calendar', null, 'Cancelled'],
    ],
    status: 'Active',
    warns: ['ota', 'calendar'],
  },
  {
    name: 'echoes alone: the one of higher priority',
    reports: [
      ['email', 'ABC234', 'Cancelled'],
      ['calendar', null, 'Active'],
    ],
    status: 'Cancelled',
    warns: ['email', 'calendar'],
  },
]

t.test('who decides', async (t) => {
  for (const { name, reports, status, warns, sources } of CASES) {
    const [doc, ...more] = reported(reports).segments()
    t.same(more, [], `${name}: one segment`)
    t.equal(doc?.status, status, name)
    t.same(conflictOf(doc)?.values.map(({ source }) => source) ?? null, warns, `${name}: the warning`)
    if (sources !== undefined) t.equal(sourceStatuses(doc), sources, `${name}: what each last said`)
  }
})

t.test('an agency of the highest priority still speaks for its own bookings alone', async (t) => {
  const ann = traveller()
  const source = ann.env.source
  ann.env.source = (id) => {
    const row = source(id)
    return row !== undefined && id === 'ota' ? { ...row, priority: 1 } : row
  }
  ann.post(flight('DL42', ...OUT, { confirmation_no: 'AIR234' }))
  ann.post(flight('DL42', ...OUT, { source: 'ota', confirmation_no: 'OTA234' }))
  ann.post(flight('DL42', ...OUT, { source: 'ota', confirmation_no: 'OTA234', status: 'Cancelled' }))
  t.match(ann.segments(), [{ status: 'Active', source: 'airline_dl' }])
})

t.test('fields of a live segment come from those who have not cancelled', async (t) => {
  const ann = reported([
    ['gds', 'GDS234', 'Cancelled'],
    ['ota', 'OTA234', 'Active'],
  ])
  t.match(ann.segments(), [{ status: 'Active', confirmation_no: 'OTA234', source: 'ota' }])
})

t.test('a booking cancelled by its locator: its source says Cancelled', async (t) => {
  const ann = reported([
    ['airline_dl', 'AIR234', 'Active'],
    ['ota', 'OTA234', 'Active'],
  ])
  ann.post({ type: 'Air', source: 'airline_dl', confirmation_no: 'AIR234', status: 'Cancelled' })
  const [doc] = ann.segments()
  t.equal(doc?.status, 'Cancelled')
  t.equal(sourceStatuses(doc), 'airline_dl Cancelled, ota Active')
  t.match(conflictOf(doc), {
    field: 'status',
    values: [
      { source: 'airline_dl', value: 'Cancelled' },
      { source: 'ota', value: 'Active' },
    ],
    description: /has cancelled it, but .* still shows it as booked\. It counts as cancelled\./,
  })
})

t.test('the warning goes when the sources agree again', async (t) => {
  const ann = reported([
    ['airline_dl', 'AIR234', 'Active'],
    ['ota', 'OTA234', 'Cancelled'],
  ])
  t.ok(ann.trips()[0]?.warnings.some(({ code }) => code === 'status_conflict'))
  ann.post(flight('DL42', ...OUT, { source: 'ota', confirmation_no: 'OTA234' }))
  t.equal(conflictOf(ann.segments()[0]), null)
  t.same(ann.trips()[0]?.warnings, [])
})
