import type { ComponentProps } from 'react'
import { Link } from '#web/router/router.ts'

/** Link to a page. Its route is discovered only after the reader interacts (`web/router/links.tsx`). */
export function PageLink(props: ComponentProps<typeof Link>) {
  return <Link discover="none" {...props} />
}
