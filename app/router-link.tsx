import { Link } from 'react-router'
import type { ShuiLinkProps } from '#shui/context.tsx'

/** The kit's link through the router: our own pages without a new document, everything else as a plain link. */
export function RouterLink({ href, ...rest }: ShuiLinkProps) {
  if (!href.startsWith('/') || href.startsWith('//') || rest.target) return <a href={href} {...rest} />
  return <Link to={href} prefetch="intent" {...rest} />
}
