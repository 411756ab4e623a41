import type { ReactNode } from 'react'
import styles from '../form/listing-form.module.css'

interface MoreFieldsProps {
  /** What opens them. */
  summary: string
  hint?: string
  /** Open initially, because a field is filled in. */
  isOpen: boolean
  children: ReactNode
}

/** Rarely used fields, collapsed. A link to one of them opens them. */
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
