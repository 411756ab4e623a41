import type { ComponentProps } from 'react'
import { Link } from 'react-router'

/** A link to another page. The router learns where it leads once the reader does something (`app/router-link.tsx`). */
export function PageLink(props: ComponentProps<typeof Link>) {
  return <Link discover="none" {...props} />
}
