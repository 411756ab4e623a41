import type { ReactNode } from 'react'
import styles from '../form/listing-form.module.css'

interface MoreFieldsProps {
  /** What opens them. */
  summary: string
  hint?: string
  /** Open from the start: something is typed in them. */
  isOpen: boolean
  children: ReactNode
}

/** Fields that few listings need, closed until somebody wants them. A link to one of them opens them. */
export function MoreFields({ summary, hint, isOpen, children }: MoreFieldsProps) {
  return (
    <details className={styles.details} open={isOpen}>
      <summary>{summary}</summary>
      <div className={styles.fields}>
        {hint ? <p className={styles.quiet}>{hint}</p> : null}
        {children}
      </div>
    </details>
  )
}
