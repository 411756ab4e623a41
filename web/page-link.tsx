import type { ComponentProps } from 'react'
import { Link } from '#web/router/router.ts'

/** Link to a page, whose route is requested at the click or prefetched (`web/router/links.tsx`). */
export function PageLink(props: ComponentProps<typeof Link>) {
  return <Link discover="none" {...props} />
}
