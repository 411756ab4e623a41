import { classNames } from '../class-names.ts'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import type { NavCount } from './navigation-model.ts'
import styles from './count-badge.module.css'

/** The number beside a navigation item or link. */
export function CountBadge({ count }: { count: NavCount }) {
  const names = classNames(styles.count, count.urgent && styles.urgent)
  if (!count.accessibilityText) return <span className={names}>{count.text}</span>
  return (
    <>
      <span className={names} aria-hidden="true">
        {count.text}
      </span>
      <VisuallyHidden>, {count.accessibilityText}</VisuallyHidden>
    </>
  )
}
