import { isIP } from 'node:net'

/**
 * The client address seen by the proxy next to the hub: the last entry of `X-Forwarded-For`. Strips the port that some
 * proxies append (`203.0.113.9:51234`), which differs for each connection. Null if missing or not an address.
 */
export function lastForwarded(header: string | undefined): string | null {
  const entry = header?.split(',').at(-1)?.trim() ?? ''
  const [, inBrackets, beforePort] = /^(?:\[(.*)\](?::\d+)?|([^:]*):\d+)$/.exec(entry) ?? []
  const address = inBrackets ?? beforePort ?? entry
  return isIP(address) ? address : null
}
