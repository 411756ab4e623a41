import type { ReactNode } from 'react'
import styles from './done.module.css'

/** Status message for the last action, announced to screen readers. */
export function Done({ children }: { children: ReactNode }) {
  return (
    <p role="status" className={styles.done}>
      {children}
    </p>
  )
}
