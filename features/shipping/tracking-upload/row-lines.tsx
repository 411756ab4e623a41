import { Input } from '#shui/form/controls.tsx'
import { CardTable, type CardTableColumn } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageLink } from '#web/page-link.tsx'
import { shownCellField } from './review-fields.ts'
import styles from './tracking-upload.module.css'
import type { UploadLineModel, UploadModel } from './upload-model.ts'

/** A column of the rows; the name of a value of `cellsOf`. */
type LineColumn = CardTableColumn & { key: keyof ReturnType<typeof cellsOf> }

export function RowLines({ model: { tab, lines, more } }: { model: UploadModel }) {
  const { t } = useTexts()
  if (lines.length === 0) return <p className={styles.quiet}>{t('tracking.none')}</p>
  const isProblem = tab === 'problems' || tab === 'notes' || tab === 'skipped'
  const value = { key: 'value', label: t('tracking.column.value') } as const
  const order = { key: 'order', label: t('tracking.column.order') } as const
  const columns: readonly LineColumn[] = isProblem
    ? [
        { key: 'column', label: t('tracking.column.column') },
        value,
        { key: 'rule', label: t('tracking.column.rule') },
        { key: 'mend', label: t('tracking.column.mend'), isWords: true },
      ]
    : tab === 'same'
      ? [order, value]
      : [
          order,
          { key: 'value', label: t('tracking.column.tracking') },
          { key: 'rule', label: t('tracking.column.carrier') },
        ]
  return (
    <>
      <CardTable
        head={t('tracking.column.row')}
        columns={columns}
        rows={lines.map((line) => {
          const cells = cellsOf(line, isProblem)
          return { key: line.key, name: line.rows, cells: columns.map(({ key }) => cells[key]) }
        })}
        className={styles.lines}
      />
      {more ? <p className={styles.quiet}>{more}</p> : null}
    </>
  )
}

function cellsOf({ column, value, rule, mend, order, cell }: UploadLineModel, isProblem: boolean) {
  const link = order ? <PageLink to={order.href}>{order.text}</PageLink> : null
  return {
    order: link,
    column,
    value: cell ? (
      <>
        <input type="hidden" name={shownCellField(cell.field)} value={cell.value} />
        <Input
          key={cell.field}
          name={cell.field}
          aria-label={cell.label}
          defaultValue={cell.value}
          autoComplete="off"
          spellCheck={false}
          type="text"
        />
      </>
    ) : (
      <bdi>{value}</bdi>
    ),
    rule,
    mend: isProblem ? (
      <>
        {mend} {link}
      </>
    ) : null,
  }
}
