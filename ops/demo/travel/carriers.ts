/** The carriers of the demo with their hubs, their reach and their codeshare partners. */
export interface Carrier {
  code: string
  name: string
  country: string
  hubs: readonly string[]
  /** Longest flight in kilometres. */
  reach: number
  /** Carriers that sell its flights under their own numbers. */
  partners: readonly string[]
}

const LONG = 15_500
const MEDIUM = 6_500
const SHORT = 3_000

export const CARRIERS: readonly Carrier[] = [
  {
    code: 'AA',
    name: 'American Airlines',
    country: 'US',
    hubs: ['DFW', 'CLT', 'MIA', 'PHX', 'PHL'],
    reach: LONG,
    partners: ['BA', 'IB', 'JL'],
  },
  {
    code: 'DL',
    name: 'Delta Air Lines',
    country: 'US',
    hubs: ['ATL', 'DTW', 'MSP', 'SEA', 'JFK'],
    reach: LONG,
    partners: ['AF', 'KL', 'KE'],
  },
  {
    code: 'UA',
    name: 'United Airlines',
    country: 'US',
    hubs: ['ORD', 'DEN', 'IAH', 'SFO', 'EWR'],
    reach: LONG,
    partners: ['LH', 'AC', 'NH'],
  },
  {
    code: 'WN',
    name: 'Southwest Airlines',
    country: 'US',
    hubs: ['MDW', 'LAS', 'BWI', 'DAL'],
    reach: SHORT,
    partners: [],
  },
  {
    code: 'AS',
    name: 'Alaska Airlines',
    country: 'US',
    hubs: ['SEA', 'PDX', 'ANC'],
    reach: MEDIUM,
    partners: ['AA'],
  },
  {
    code: 'AC',
    name: 'Air Canada',
    country: 'CA',
    hubs: ['YYZ', 'YVR', 'YUL'],
    reach: LONG,
    partners: ['UA', 'LH'],
  },
  { code: 'AM', name: 'Aeromexico', country: 'MX', hubs: ['MEX'], reach: MEDIUM, partners: ['DL'] },
  { code: 'AV', name: 'Avianca', country: 'CO', hubs: ['BOG'], reach: MEDIUM, partners: ['UA'] },
  {
    code: 'LA',
    name: 'LATAM Airlines',
    country: 'CL',
    hubs: ['SCL', 'GRU', 'LIM'],
    reach: MEDIUM,
    partners: ['DL'],
  },
  {
    code: 'AR',
    name: 'Aerolineas Argentinas',
    country: 'AR',
    hubs: ['EZE'],
    reach: MEDIUM,
    partners: ['AF'],
  },
  {
    code: 'BA',
    name: 'British Airways',
    country: 'GB',
    hubs: ['LHR', 'LGW'],
    reach: LONG,
    partners: ['AA', 'IB'],
  },
  { code: 'U2', name: 'easyJet', country: 'GB', hubs: ['LGW', 'GVA', 'MXP'], reach: SHORT, partners: [] },
  { code: 'FR', name: 'Ryanair', country: 'IE', hubs: ['DUB', 'STN', 'BGY'], reach: SHORT, partners: [] },
  { code: 'EI', name: 'Aer Lingus', country: 'IE', hubs: ['DUB'], reach: MEDIUM, partners: ['BA'] },
  {
    code: 'AF',
    name: 'Air France',
    country: 'FR',
    hubs: ['CDG', 'ORY'],
    reach: LONG,
    partners: ['DL', 'KL'],
  },
  {
    code: 'KL',
    name: 'KLM Royal Dutch Airlines',
    country: 'NL',
    hubs: ['AMS'],
    reach: LONG,
    partners: ['DL', 'AF'],
  },
  {
    code: 'LH',
    name: 'Lufthansa',
    country: 'DE',
    hubs: ['FRA', 'MUC'],
    reach: LONG,
    partners: ['UA', 'LX', 'OS'],
  },
  {
    code: 'LX',
    name: 'Swiss International Air Lines',
    country: 'CH',
    hubs: ['ZRH', 'GVA'],
    reach: LONG,
    partners: ['LH', 'UA'],
  },
  { code: 'OS', name: 'Austrian Airlines', country: 'AT', hubs: ['VIE'], reach: MEDIUM, partners: ['LH'] },
  { code: 'SN', name: 'Brussels Airlines', country: 'BE', hubs: ['BRU'], reach: MEDIUM, partners: ['LH'] },
  {
    code: 'SK',
    name: 'Scandinavian Airlines',
    country: 'SE',
    hubs: ['CPH', 'ARN', 'OSL'],
    reach: MEDIUM,
    partners: ['LH'],
  },
  { code: 'AY', name: 'Finnair', country: 'FI', hubs: ['HEL'], reach: LONG, partners: ['BA', 'JL'] },
  { code: 'FI', name: 'Icelandair', country: 'IS', hubs: ['KEF'], reach: MEDIUM, partners: ['AY'] },
  { code: 'IB', name: 'Iberia', country: 'ES', hubs: ['MAD', 'BCN'], reach: LONG, partners: ['BA', 'AA'] },
  {
    code: 'TP',
    name: 'TAP Air Portugal',
    country: 'PT',
    hubs: ['LIS', 'OPO'],
    reach: MEDIUM,
    partners: ['LH'],
  },
  { code: 'A3', name: 'Aegean Airlines', country: 'GR', hubs: ['ATH'], reach: SHORT, partners: ['LH'] },
  { code: 'LO', name: 'LOT Polish Airlines', country: 'PL', hubs: ['WAW'], reach: MEDIUM, partners: ['LH'] },
  { code: 'TK', name: 'Turkish Airlines', country: 'TR', hubs: ['IST'], reach: LONG, partners: ['LH', 'UA'] },
  { code: 'EK', name: 'Emirates', country: 'AE', hubs: ['DXB'], reach: LONG, partners: ['QF'] },
  { code: 'QR', name: 'Qatar Airways', country: 'QA', hubs: ['DOH'], reach: LONG, partners: ['BA', 'AA'] },
  { code: 'ET', name: 'Ethiopian Airlines', country: 'ET', hubs: ['ADD'], reach: LONG, partners: ['LH'] },
  {
    code: 'SA',
    name: 'South African Airways',
    country: 'ZA',
    hubs: ['JNB', 'CPT'],
    reach: MEDIUM,
    partners: ['LH'],
  },
  {
    code: 'AI',
    name: 'Air India',
    country: 'IN',
    hubs: ['DEL', 'BOM', 'BLR'],
    reach: LONG,
    partners: ['LH'],
  },
  {
    code: 'SQ',
    name: 'Singapore Airlines',
    country: 'SG',
    hubs: ['SIN'],
    reach: LONG,
    partners: ['LH', 'UA'],
  },
  {
    code: 'TG',
    name: 'Thai Airways International',
    country: 'TH',
    hubs: ['BKK'],
    reach: LONG,
    partners: ['LH'],
  },
  { code: 'MH', name: 'Malaysia Airlines', country: 'MY', hubs: ['KUL'], reach: MEDIUM, partners: ['QR'] },
  { code: 'CX', name: 'Cathay Pacific', country: 'HK', hubs: ['HKG'], reach: LONG, partners: ['BA', 'JL'] },
  { code: 'CA', name: 'Air China', country: 'CN', hubs: ['PEK', 'PVG'], reach: LONG, partners: ['LH'] },
  { code: 'KE', name: 'Korean Air', country: 'KR', hubs: ['ICN', 'GMP'], reach: LONG, partners: ['DL'] },
  {
    code: 'NH',
    name: 'All Nippon Airways',
    country: 'JP',
    hubs: ['HND', 'NRT'],
    reach: LONG,
    partners: ['UA', 'LH'],
  },
  {
    code: 'JL',
    name: 'Japan Airlines',
    country: 'JP',
    hubs: ['HND', 'KIX'],
    reach: LONG,
    partners: ['AA', 'BA'],
  },
  {
    code: 'QF',
    name: 'Qantas',
    country: 'AU',
    hubs: ['SYD', 'MEL', 'BNE'],
    reach: LONG,
    partners: ['AA', 'EK'],
  },
  { code: 'NZ', name: 'Air New Zealand', country: 'NZ', hubs: ['AKL'], reach: LONG, partners: ['UA'] },
]

/** Airlines that fly for another, which sells their seats under its own numbers. */
const FLIES_FOR: Record<string, string> = {
  '9E': 'DL',
  EV: 'DL',
  OH: 'DL',
  MQ: 'AA',
  OO: 'UA',
  XE: 'UA',
  YV: 'UA',
}

const byCode = new Map(CARRIERS.map((carrier) => [carrier.code, carrier]))

/** The carriers that may sell a carrier's flights under their own numbers. */
export function sellingCarriers(code: string): readonly string[] {
  const major = FLIES_FOR[code]
  return major !== undefined ? [major] : (byCode.get(code)?.partners ?? [])
}

/** The carrier's full name, as a mail would write it; null for an unknown code. */
export function carrierName(code: string): string | null {
  return byCode.get(code)?.name ?? null
}
