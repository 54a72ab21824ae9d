/** Which peers are trusted proxies: their connections carry many clients. */
import { BlockList, isIP } from 'node:net'

/** What Fastify's `trustProxy` calls these networks. */
const NAMED_NETWORKS: Record<string, string[]> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

const family = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** The bits of a prefix length (`8`) or of a netmask (`255.0.0.0`). */
function prefixBits(text: string): number {
  if (isIP(text) === 0) return Number(text)
  const ones = text.split('.').map((part) => Number(part).toString(2).replaceAll('0', '').length)
  return ones.reduce((sum, bits) => sum + bits, 0)
}

/**
 * @param proxies addresses, networks and names, as in TRUSTED_PROXIES
 * @returns whether the address of a peer is one of them
 */
export function trustedPeers(proxies: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList()
  for (const entry of proxies.flatMap((text) => NAMED_NETWORKS[text] ?? [text])) {
    const [address = '', size] = entry.split('/')
    if (size === undefined) trusted.addAddress(address, family(address))
    else trusted.addSubnet(address, prefixBits(size), family(address))
  }
  return (address) => proxies.length > 0 && isIP(address) > 0 && trusted.check(address, family(address))
}
