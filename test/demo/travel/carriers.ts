/** The carriers of the demo (carriers.csv) with their hubs, their reach and their codeshare partners. */
import { readFileSync } from 'node:fs'

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

const REACH: Readonly<Record<string, number>> = { long: 15_500, medium: 6_500, short: 3_000 }

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '')

export const CARRIERS: readonly Carrier[] = readFileSync(new URL('./carriers.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [code = '', name = '', country = '', hubs = '', reach = '', partners = ''] = line.split(',')
    return { code, name, country, hubs: words(hubs), reach: REACH[reach] ?? 0, partners: words(partners) }
  })

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
