import { Button } from '#shui/button/button.tsx'
import { Select } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { useSavedChoice } from '#features/machinery/file-runs/saved-choice.ts'
import type { ColumnModel, ReviewModel } from './review-model.ts'
import styles from './tracking-upload.module.css'

/** The meaning of each column, the evidence for it, and a way to change it. Open if a required column is missing. */
export function ColumnsSection({ review }: { review: ReviewModel }) {
  const { t } = useTexts()
  const { columns, others, kinds, summary, need, isRemembered, source } = review
  return (
    <details className={styles.columnsSection} open={need !== null}>
      <summary>
        <b>{t('tracking.columns')}</b> <span className={styles.quiet}>{summary}</span>
      </summary>
      {need ? (
        <p role="alert" className={styles.need}>
          {need}
        </p>
      ) : null}
      <ul className={styles.columns}>
        {columns.map((column) => (
          <Column key={column.field} column={column} kinds={kinds} />
        ))}
      </ul>
      {others.length > 0 ? (
        <details className={styles.others}>
          <summary>{t('tracking.columns.more', { n: others.length })}</summary>
          <ul className={styles.columns}>
            {others.map((column) => (
              <Column key={column.field} column={column} kinds={kinds} />
            ))}
          </ul>
        </details>
      ) : null}
      <p className={styles.source}>
        {source}
        {isRemembered ? (
          <Button type="submit" name="step" value="forget" kind="quiet" size="small">
            {t('tracking.columns.forget')}
          </Button>
        ) : null}
      </p>
    </details>
  )
}

function Column({ column, kinds }: { column: ColumnModel; kinds: ReviewModel['kinds'] }) {
  const { t } = useTexts()
  const { name, field, kind, why, samples } = column
  const choice = useSavedChoice(kind)
  return (
    <li className={kind ? styles.column : styles.unused}>
      <Select {...choice} aria-label={t('tracking.columns.of', { column: name })} name={field} options={kinds} />
      <p className={styles.columnName} dir="auto">
        {name}
      </p>
      {why ? <p className={styles.why}>{why}</p> : null}
      <ul className={styles.samples} dir="auto">
        {samples.map((sample) => (
          <li key={sample}>{sample}</li>
        ))}
      </ul>
    </li>
  )
}
