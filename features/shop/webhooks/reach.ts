import { BlockList, isIP } from 'node:net'
import { assertDefined } from '#lib/assert-defined.ts'

/** Networks of IPv4 that are not everybody's: private, of this machine, of the link (the clouds' metadata), shared, for tests, to many. */
const closed = networkList([
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
  // Of IPv6, what lies among the public ones and leads back to IPv4, or nowhere.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
])
/** All public addresses of IPv6: what is not here is this machine, the link, private, mapped or translated. */
const publicV6 = networkList(['2000::/3'])

/** Reads `10.1.0.0/16` or a single address; null for anything else. */
export function parseNetwork(text: string): { address: string; prefix: number; family: 'ipv4' | 'ipv6' } | null {
  const [, address = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? []
  const version = address.includes('%') ? 0 : isIP(address)
  if (version === 0) return null
  const most = version === 4 ? 32 : 128
  const prefix = length === undefined ? most : Number(length)
  return prefix <= most ? { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' } : null
}

function networkList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const text of networks) {
    const { address, prefix, family } = assertDefined(parseNetwork(text), 'the configuration has networks alone')
    list.addSubnet(address, prefix, family)
  }
  return list
}

/** Says whether a webhook may go to an address. */
export type Reach = (address: string, protocol: string) => boolean

/**
 * Which addresses webhooks may go to: public ones by https, and those of the networks that the operator names, also by http. Whatever
 * else the hub's machine reaches is nobody's to ask through the hub.
 */
export function reachOf(networks: readonly string[]): Reach {
  const named = networkList(networks)
  return (text, protocol) => {
    const [address = ''] = text.split('%')
    const version = isIP(address)
    if (version === 0) return false
    const family = version === 4 ? 'ipv4' : 'ipv6'
    if (named.check(address, family)) return true
    if (protocol !== 'https:') return false
    return !closed.check(address, family) && (version === 4 || publicV6.check(address, family))
  }
}

/** Where an address of the web leads: its host, without the brackets of IPv6. */
const hostOf = (url: URL) => url.hostname.replace(/^\[(.*)\]$/, '$1')

/** The numeric address that an address of the web names itself; null where it has a name. */
export const numericHost = (url: URL) => (isIP(hostOf(url)) ? hostOf(url) : null)

/** Why an address cannot be an endpoint's. */
export type UrlProblem = 'no-url' | 'no-https' | 'closed-network'

/** Judges what somebody names as an endpoint, as far as it can be judged without looking it up. */
export function urlProblem(text: string, networks: readonly string[]): UrlProblem | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.hash || url.href.length > 500)
    return 'no-url'
  if (url.protocol === 'http:' && networks.length === 0) return 'no-https'
  const host = numericHost(url)
  return host !== null && !reachOf(networks)(host, url.protocol) ? 'closed-network' : null
}
