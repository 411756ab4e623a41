import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageLink } from '#web/page-link.tsx'
import type { AmountModel, AmountsModel } from './amounts-view.server.ts'
import styles from './sales-report.module.css'

interface AmountsProps {
  title: string
  hint: string
  model: AmountsModel
  file?: string
}

/** Amounts that add up to the last row, each with its share and change. */
export function AmountsSection({ title, hint, model: { rows, sum }, file }: AmountsProps) {
  const { t } = useTexts()
  return (
    <Section
      title={title}
      controls={
        file === undefined ? null : (
          <a href={file} className={styles.file}>
            {t('salesReport.export')}
          </a>
        )
      }
    >
      <p className={styles.hint}>{hint}</p>
      <table className={styles.amounts}>
        <thead>
          <tr>
            <th scope="col">{t('salesReport.column.what')}</th>
            <th scope="col">{t('word.amount')}</th>
            <th scope="col">{t('salesReport.column.before')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <AmountRow key={row.key} row={row} />
          ))}
        </tbody>
        <tfoot>
          <AmountRow row={sum} />
        </tfoot>
      </table>
    </Section>
  )
}

function AmountRow({ row: { label, amount, href, share, before, beforeHref, change } }: { row: AmountModel }) {
  return (
    <tr>
      <th scope="row">{label}</th>
      <td>
        {href === null ? amount : <PageLink to={href}>{amount}</PageLink>}
        {share === null ? null : <span className={styles.second}>{share}</span>}
      </td>
      <td>
        {beforeHref === null ? before : <PageLink to={beforeHref}>{before}</PageLink>}
        {change === null ? null : <span className={styles.second}>{change}</span>}
      </td>
    </tr>
  )
}
