import { PageLink } from '#web/page-link.tsx'
import type { ReportFigure } from './report-view.server.ts'
import styles from './sales-report.module.css'

/** The main figures, each with its change and a link to its orders. */
export function ReportFigures({ figures }: { figures: readonly ReportFigure[] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ key, label, value, href, change, before }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd className={styles.value}>{href === null ? value : <PageLink to={href}>{value}</PageLink>}</dd>
          <dd className={styles.change}>
            {change ? <b data-direction={change.direction}>{change.text}</b> : null} {before}
          </dd>
        </div>
      ))}
    </dl>
  )
}
