import { isIP } from 'node:net'

/**
 * The address that the proxy next to the hub has seen: the last entry of `X-Forwarded-For`. Some write the port behind it
 * (`203.0.113.9:51234`, `[2001:db8::1]:443`), which is another one for each connection: with it nobody would be the same
 * client twice. Null where there is none, or it is no address.
 */
export function lastForwarded(header: string | undefined): string | null {
  const entry = header?.split(',').at(-1)?.trim() ?? ''
  const [, inBrackets, beforePort] = /^(?:\[(.*)\](?::\d+)?|([^:]*):\d+)$/.exec(entry) ?? []
  const address = inBrackets ?? beforePort ?? entry
  return isIP(address) ? address : null
}
