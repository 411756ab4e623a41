import { isIPv6 } from 'node:net'

/**
 * Whom an address stands for when attempts are counted: itself, or for IPv6 its /64, which one customer has whole. An
 * IPv4 address in IPv6 clothes (`::ffff:203.0.113.9`, as dual-stack sockets say it) is that IPv4 address.
 */
export function clientNetwork(address: string): string {
  const bare = address.replace(/%.*$/, '')
  if (!isIPv6(bare)) return address
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare) ?? []
  if (mapped) return mapped
  // The URL parser writes every IPv6 address in one way.
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = Array.from({ length: 8 - groups.length - after.length }, () => '0')
  return `${[...groups, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}
