import { Status } from '#shui/status/status.tsx'
import { PageLink } from '#web/page-link.tsx'
import type { OrderCaseModel } from './case-words.ts'
import styles from './order-cases.module.css'

export function OrderCases({ cases }: { cases: readonly OrderCaseModel[] }) {
  return (
    <ul className={styles.cases}>
      {cases.map(({ href, title, state, due }) => (
        <li key={href}>
          <PageLink to={href}>{title}</PageLink>
          <Status {...state} />
          {due ? <span className={styles.due}>{due}</span> : null}
        </li>
      ))}
    </ul>
  )
}
