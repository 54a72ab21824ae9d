/**
 * IP addresses: the network that limits count, and where a webhook may go: only public unicast, by the
 * special-purpose registries of IANA (RFC 6890 and its successors). Addresses that embed another one
 * (IPv4-mapped, NAT64, 6to4, Teredo) are refused whatever they embed.
 */

type Block = readonly [base: number, bits: number]

const V4_RESERVED: readonly Block[] = [
  v4('0.0.0.0', 8),
  v4('10.0.0.0', 8),
  v4('100.64.0.0', 10),
  v4('127.0.0.0', 8),
  v4('169.254.0.0', 16),
  v4('172.16.0.0', 12),
  v4('192.0.0.0', 24),
  v4('192.0.2.0', 24),
  v4('192.31.196.0', 24),
  v4('192.52.193.0', 24),
  v4('192.88.99.0', 24),
  v4('192.168.0.0', 16),
  v4('192.175.48.0', 24),
  v4('198.18.0.0', 15),
  v4('198.51.100.0', 24),
  v4('203.0.113.0', 24),
  v4('224.0.0.0', 4),
  v4('240.0.0.0', 4),
  // Public by number, but the host agent and metadata service of a cloud answer there.
  v4('168.63.129.16', 32),
]

/**
 * Within 2000::/3, the only part of IPv6 that is global unicast: the first groups, and how many of their bits
 * count.
 */
const V6_RESERVED: ReadonlyArray<readonly [groups: readonly number[], bits: number]> = [
  [[0x2001, 0x0000], 23], // protocol assignments: Teredo, benchmarking, ORCHID
  [[0x2001, 0x0db8], 32], // documentation
  [[0x2002], 16], // 6to4
  [[0x2620, 0x004f, 0x8000], 48], // AS112
  [[0x3fff, 0x0000], 20], // documentation
]

function v4(text: string, bits: number): Block {
  return [v4Number(text) ?? 0, bits]
}

function v4Number(text: string): number | null {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)
  if (match === null) return null
  let out = 0
  for (const part of match.slice(1)) {
    const byte = Number(part)
    if (byte > 255 || String(byte) !== part) return null
    out = out * 256 + byte
  }
  return out
}

/** The eight groups of an IPv6 address (RFC 4291 2.2); null for other text. A zone index is not accepted. */
function v6Groups(text: string): number[] | null {
  let rest = text.toLowerCase()
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(rest)
  if (dotted !== null) {
    const inner = v4Number(dotted[2] ?? '')
    if (inner === null) return null
    rest = `${dotted[1] ?? ''}${(inner >>> 16).toString(16)}:${(inner & 0xffff).toString(16)}`
  }
  const halves = rest.split('::')
  if (halves.length > 2) return null
  const [head = [], tail = []] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const gap = 8 - head.length - tail.length
  if (halves.length === 1 ? gap !== 0 : gap < 1) return null
  const parts = [...head, ...Array.from({ length: gap }, () => '0'), ...tail]
  if (!parts.every((part) => /^[0-9a-f]{1,4}$/.test(part))) return null
  return parts.map((part) => parseInt(part, 16))
}

/** 4 or 6 for the text of an address, 0 for anything else. */
export function addressFamily(text: string): 0 | 4 | 6 {
  if (v4Number(text) !== null) return 4
  return v6Groups(text) !== null ? 6 : 0
}

/**
 * The network that an address counts as when attempts are limited: an IPv4 address itself, plain or mapped
 * into IPv6; for any other IPv6 address its /64 (`2001:db8:0:1::/64`), which one host may use freely (RFC
 * 8981). Other text is returned unchanged.
 */
export function networkOf(text: string): string {
  return networksOf(text)[0]!
}

/** The same, and of an IPv6 address its /48 too, which providers give to one customer (RFC 6177). */
export function networksOf(text: string): string[] {
  const groups = v6Groups(text.replace(/%.*$/, ''))
  if (groups === null) return [text]
  const [, , , , , mapped = 0, high = 0, low = 0] = groups
  if (mapped === 0xffff && groups.slice(0, 5).every((group) => group === 0))
    return [[high >>> 8, high & 0xff, low >>> 8, low & 0xff].join('.')]
  const prefix = (size: number): string =>
    groups
      .slice(0, size)
      .map((group) => group.toString(16))
      .join(':')
  return [`${prefix(4)}::/64`, `${prefix(3)}::/48`]
}

/** True for an address that a webhook may be sent to. False for text that is no address. */
export function isPublicUnicast(text: string): boolean {
  const number = v4Number(text)
  if (number !== null)
    return !V4_RESERVED.some(
      ([base, bits]) => Math.floor(number / 2 ** (32 - bits)) === Math.floor(base / 2 ** (32 - bits)),
    )
  const groups = v6Groups(text)
  if (groups === null) return false
  if (((groups[0] ?? 0) & 0xe000) !== 0x2000) return false
  return !V6_RESERVED.some(([reserved, bits]) =>
    reserved.every((group, at) => {
      const left = bits - at * 16
      const mask = left >= 16 ? 0xffff : (0xffff << (16 - left)) & 0xffff
      return ((groups[at] ?? 0) & mask) === (group & mask)
    }),
  )
}

/** True for a loopback address, which is a target only during development. */
export function isLoopback(text: string): boolean {
  const number = v4Number(text)
  if (number !== null) return number >= 0x7f000000 && number <= 0x7fffffff
  const groups = v6Groups(text)
  return groups !== null && groups.every((group, at) => group === (at === 7 ? 1 : 0))
}
