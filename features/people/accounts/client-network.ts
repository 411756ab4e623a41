import { isIPv6 } from 'node:net'

/**
 * The network counted for an address: the address itself or, for IPv6, its /64, which one customer holds. IPv4-mapped
 * addresses (`::ffff:203.0.113.9`) count as IPv4.
 */
export function clientNetwork(address: string): string {
  const bare = address.replace(/%.*$/, '')
  if (!isIPv6(bare)) return address
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare) ?? []
  if (mapped) return mapped
  // The URL parser normalises IPv6 addresses.
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = Array.from({ length: 8 - groups.length - after.length }, () => '0')
  return `${[...groups, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}
