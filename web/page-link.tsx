import type { ComponentProps } from 'react'
import { Link } from 'react-router'

/** Link to a page. Its route is discovered only after the reader interacts (`app/router-link.tsx`). */
export function PageLink(props: ComponentProps<typeof Link>) {
  return <Link discover="none" {...props} />
}
