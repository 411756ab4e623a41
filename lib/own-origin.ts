/**
 * Whether a request that says which page sent it (`Origin`) was sent by one of our own: at the address that browsers use,
 * which the request's URL carries, or at the host that it was sent to. Requests that do not say so come from no page.
 */
export function isOwnOrigin({ url, headers }: Request): boolean {
  const origin = headers.get('origin')
  if (origin === null) return true
  const own = new URL(url)
  return origin === own.origin || origin === `${own.protocol}//${headers.get('host')}`
}
