import { BlockList, isIP } from 'node:net'
import { assertDefined } from '#lib/assert-defined.ts'

/** Non-public IPv4 networks: private, loopback, link-local (cloud metadata), shared, test and multicast. */
const nonPublicNetworks = networkList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // IPv6 networks within the public range that lead back to IPv4 or nowhere.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
])
/** All public IPv6 addresses; others are loopback, link-local, private, mapped or translated. */
const publicV6 = networkList(['2000::/3'])

/** Parses `10.1.0.0/16` or a single address; null if invalid. */
export function parseNetwork(text: string): { address: string; prefix: number; family: 'ipv4' | 'ipv6' } | null {
  const [, address = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? []
  const version = address.includes('%') ? 0 : isIP(address)
  if (version === 0) return null
  const maxPrefix = version === 4 ? 32 : 128
  const prefix = length === undefined ? maxPrefix : Number(length)
  return prefix <= maxPrefix ? { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' } : null
}

function networkList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const text of networks) {
    const { address, prefix, family } = assertDefined(parseNetwork(text), 'the configuration has networks alone')
    list.addSubnet(address, prefix, family)
  }
  return list
}

/** Whether a webhook may go to an address. */
export type Reach = (address: string, protocol: string) => boolean

/**
 * Addresses that webhooks may reach: public ones by https, and the operator's networks also by http. Prevents requests
 * to the hub's internal network (SSRF).
 */
export function reachOf(networks: readonly string[]): Reach {
  const allowedNetworks = networkList(networks)
  return (text, protocol) => {
    const [address = ''] = text.split('%')
    const version = isIP(address)
    if (version === 0) return false
    const family = version === 4 ? 'ipv4' : 'ipv6'
    if (allowedNetworks.check(address, family)) return true
    if (protocol !== 'https:') return false
    return !nonPublicNetworks.check(address, family) && (version === 4 || publicV6.check(address, family))
  }
}

/** Host of a URL, without the brackets of IPv6. */
const hostOf = (url: URL) => url.hostname.replace(/^\[(.*)\]$/, '$1')

/** The IP address in a URL; null if it has a host name. */
export const numericHost = (url: URL) => (isIP(hostOf(url)) ? hostOf(url) : null)

export type UrlProblem = 'no-url' | 'no-https' | 'closed-network'

/** Validates an endpoint's URL, as far as possible without DNS. */
export function urlProblem(text: string, networks: readonly string[]): UrlProblem | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.hash || url.href.length > 500)
    return 'no-url'
  if (url.protocol === 'http:' && networks.length === 0) return 'no-https'
  const host = numericHost(url)
  return host !== null && !reachOf(networks)(host, url.protocol) ? 'closed-network' : null
}
