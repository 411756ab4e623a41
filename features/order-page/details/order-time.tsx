import styles from './order-view.module.css'
import type { TimeModel } from '#features/orders/order-list/order-words.ts'

export function Time({ time }: { time: TimeModel }) {
  return (
    <time dateTime={time.dateTime} className={styles.time}>
      {time.text}
    </time>
  )
}
