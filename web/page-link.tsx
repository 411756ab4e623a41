import type { ComponentProps } from 'react'
import { Link } from '#web/router/router.ts'

/** Link to a page. Its route is asked for at the click, or before it (`web/router/links.tsx`). */
export function PageLink(props: ComponentProps<typeof Link>) {
  return <Link discover="none" {...props} />
}
