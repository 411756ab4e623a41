import { PageLink } from '#web/page-link.tsx'
import type { ReportFigure } from './report-view.server.ts'
import styles from './sales-report.module.css'

/** The main figures, each with its change, linked to the orders of its period. */
export function ReportFigures({ figures }: { figures: readonly ReportFigure[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ key, label, value, href, change, before, beforeHref }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd className={styles.value}>{href === null ? value : <PageLink to={href}>{value}</PageLink>}</dd>
          <dd className={styles.change}>
            {change ? <b data-direction={change.direction}>{change.text}</b> : null}{' '}
            {beforeHref === null ? before : <PageLink to={beforeHref}>{before}</PageLink>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
