import type { ReactNode } from 'react'
import styles from './done.module.css'

/** What has just been done, said to eyes and ears. */
export function Done({ children }: { children: ReactNode }) {
  return (
    <p role="status" className={styles.done}>
      {children}
    </p>
  )
}
