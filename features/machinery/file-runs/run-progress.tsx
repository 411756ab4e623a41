import type { ReactNode } from 'react'
import styles from './uploads.module.css'

interface RunProgressProps {
  label: string
  progress: { done: number; all: number; text: string }
  children?: ReactNode
}

export const RunProgress = ({ label, progress: { done, all, text }, children }: RunProgressProps) => (
  <p className={styles.progress}>
    <progress value={done} max={Math.max(1, all)} aria-label={label} />
    <span role="status">{text}</span>
    {children}
  </p>
)
