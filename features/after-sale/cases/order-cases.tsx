import { Status } from '#shui/status/status.tsx'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import { PageLink } from '#web/page-link.tsx'
import { caseDueWords, caseStateWords, type CaseWords } from './case-words.ts'
import type { OrderCase } from './order-cases-db.server.ts'
import styles from './order-cases.module.css'

export interface OrderCaseModel {
  href: string
  title: string
  state: CaseWords
  /** Time left; null without a deadline. */
  due: string | null
}

export function orderCasesModel(cases: readonly OrderCase[], now: Date, texts: Texts): OrderCaseModel[] {
  return cases.map((row) => ({
    href: paths.caseDetails(row.case_number),
    title: texts.t('case.title', { kind: row.kind, number: row.case_number }),
    state: caseStateWords(row, texts),
    due: caseDueWords(row, { now, texts })?.text ?? null,
  }))
}

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
