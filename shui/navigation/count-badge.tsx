import { Suspense, use, useState, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import type { NavCount } from './navigation-model.ts'
import styles from './count-badge.module.css'

type Waited = Promise<NavCount | null>

/** The count beside a navigation item, rendered when it arrives. A function, not a component: a page has sixty. */
export function countBadge(count: NavCount | Waited | null | undefined): ReactNode {
  if (!count) return null
  return 'text' in count ? countOf(count) : <LateCount count={count} />
}

function LateCount({ count }: { count: Waited }) {
  // Each wait has its own boundary, so that a count of the next page does not block navigation.
  const [wait, setWait] = useState({ count, round: 0 })
  if (wait.count !== count) setWait({ count, round: wait.round + 1 })
  return (
    <Suspense key={wait.round} fallback={null}>
      <Arrived count={wait.count} />
    </Suspense>
  )
}

function Arrived({ count }: { count: Waited }) {
  const arrived = use(count)
  return arrived === null ? null : countOf(arrived)
}

function countOf(count: NavCount) {
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
