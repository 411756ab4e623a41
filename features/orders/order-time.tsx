import styles from './order-view.module.css'
import type { TimeModel } from './order-words.ts'

/** A moment. */
export function Time({ time }: { time: TimeModel }) {
  return (
    <time dateTime={time.dateTime} className={styles.time}>
      {time.text}
    </time>
  )
}
