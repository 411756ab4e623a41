import { Input } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageLink } from '#web/page-link.tsx'
import styles from './tracking-upload.module.css'
import type { UploadLineModel, UploadModel } from './upload-model.ts'

/** Rows of a tab with their problems or results. Correctable cells are inputs. */
export function RowLines({ model: { tab, lines, more } }: { model: UploadModel }) {
  const { t } = useTexts()
  if (lines.length === 0) return <p className={styles.quiet}>{t('tracking.none')}</p>
  const isProblem = tab === 'problems' || tab === 'notes' || tab === 'skipped'
  return (
    <div className={styles.scroll}>
      {isProblem ? <ProblemLines lines={lines} /> : <ResultLines tab={tab} lines={lines} />}
      {more ? <p className={styles.quiet}>{more}</p> : null}
    </div>
  )
}

type Lines = Pick<UploadModel, 'lines'>

/** Input for a cell, or its text if it cannot be corrected. */
function Cell({ cell, text }: { cell: UploadLineModel['cell']; text: string }) {
  if (!cell) return text
  return (
    <Input
      key={cell.field}
      name={cell.field}
      aria-label={cell.label}
      defaultValue={cell.value}
      autoComplete="off"
      spellCheck={false}
      type="text"
    />
  )
}

function ProblemLines({ lines }: Lines) {
  const { t } = useTexts()
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th scope="col" className={styles.number}>
            {t('tracking.column.row')}
          </th>
          <th scope="col">{t('tracking.column.column')}</th>
          <th scope="col">{t('tracking.column.value')}</th>
          <th scope="col">{t('tracking.column.rule')}</th>
          <th scope="col">{t('tracking.column.mend')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, rows, column, value, rule, mend, order, cell }) => (
          <tr key={key}>
            <th scope="row" className={styles.number} data-label={t('tracking.column.row')}>
              {rows}
            </th>
            <td className={styles.columnOf}>{column}</td>
            <td className={styles.value} dir="auto">
              <Cell cell={cell} text={value} />
            </td>
            <td className={styles.rule}>{rule}</td>
            <td className={styles.mend}>
              {mend} {order ? <PageLink to={order.href}>{order.text}</PageLink> : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Rows with a result; for unchanged ones, the file's values. */
function ResultLines({ tab, lines }: Pick<UploadModel, 'tab' | 'lines'>) {
  const { t } = useTexts()
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th scope="col" className={styles.number}>
            {t('tracking.column.row')}
          </th>
          <th scope="col">{t('tracking.column.order')}</th>
          <th scope="col">{t(tab === 'same' ? 'tracking.column.value' : 'tracking.column.tracking')}</th>
          {tab === 'same' ? null : <th scope="col">{t('tracking.column.carrier')}</th>}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, rows, value, rule, order }) => (
          <tr key={key}>
            <th scope="row" className={styles.number} data-label={t('tracking.column.row')}>
              {rows}
            </th>
            <td className={styles.columnOf}>{order ? <PageLink to={order.href}>{order.text}</PageLink> : null}</td>
            <td className={styles.value} dir="auto">
              {value}
            </td>
            {tab === 'same' ? null : <td className={styles.rule}>{rule}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
