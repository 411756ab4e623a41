/**
 * Whether a request with an `Origin` header comes from one of our pages: from the public address in the request's URL,
 * or from its `Host`. A request without the header does not come from a page.
 */
export function isOwnOrigin({ url, headers }: Request): boolean {
  const origin = headers.get('origin')
  if (origin === null) return true
  const own = new URL(url)
  return origin === own.origin || origin === `${own.protocol}//${headers.get('host')}`
}
