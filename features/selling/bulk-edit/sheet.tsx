import { useRef } from 'react'
import { classNames } from '#shui/class-names.ts'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageLink } from '#web/page-link.tsx'
import styles from './bulk-edit.module.css'
import { CellEditor } from './cell-editor.tsx'
import type { EditModel, SheetCell, SheetColumn } from './edit-model.server.ts'
import type { EditHistory } from './use-edit-history.ts'
import { useSheet, type Editing, type SheetKeys } from './use-sheet.ts'

/** The rows of a bulk edit as a spreadsheet: arrow keys move, Enter edits, blocks can be pasted. */
export function Sheet({ model, history }: { model: EditModel; history: EditHistory }) {
  const { t } = useTexts()
  const table = useRef<HTMLTableElement>(null)
  const isReview = model.state === 'REVIEW'
  const sheet = useSheet(model, history, table)
  return (
    <div
      className={styles.scroll}
      {...(isReview ? {} : { role: 'group', 'aria-label': t('bulkEdit.sheet'), tabIndex: 0 })}
    >
      {isReview ? (
        <p id="sheet-keys" className={styles.hidden}>
          {t('bulkEdit.sheet.keys')}
        </p>
      ) : null}
      <p role="status" className={styles.hidden}>
        {history.said}
      </p>
      <table
        ref={table}
        className={styles.sheet}
        {...(isReview ? { role: 'grid', 'aria-label': t('bulkEdit.sheet'), 'aria-describedby': 'sheet-keys' } : {})}
        {...(isReview ? sheet.events : {})}
      >
        <thead>
          <tr>
            <th scope="col" className={styles.lead}>
              {model.leadLabel}
            </th>
            {model.columns.map((column) => (
              <th key={column.field} scope="col" className={column.isNumber ? styles.figure : undefined}>
                {column.label}
              </th>
            ))}
            <th scope="col">{t('word.status')}</th>
          </tr>
        </thead>
        <tbody>
          {model.rows.map((row, index) => (
            <tr key={row.position}>
              <th scope="row" className={classNames(styles.lead, row.isVariation && styles.variation)}>
                <span className={styles.item}>
                  {row.image ? <img src={row.image} alt="" width="32" height="32" loading="lazy" /> : null}
                  {row.href ? (
                    <PageLink to={row.href} className={styles.name}>
                      {row.lead}
                    </PageLink>
                  ) : (
                    <span className={styles.name}>{row.lead}</span>
                  )}
                </span>
              </th>
              {row.cells.map((cell, at) => {
                const column = model.columns[at]
                return column ? (
                  <Cell
                    key={column.field}
                    cell={cell}
                    column={column}
                    name={t('bulkEdit.cell', { field: column.label, row: row.name })}
                    keys={isReview ? sheet.keysOf(index, at) : null}
                    editing={sheet.editingAt(index, at)}
                    onEnd={sheet.end}
                  />
                ) : null
              })}
              <td className={styles.state}>
                <Status {...row.status} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The old value struck through beside the new one; of a text that only grows, what it gains. */
function Change({ now, next, isText }: { now: string; next: string; isText: boolean }) {
  if (isText && now && next.startsWith(now))
    return (
      <span className={styles.grown}>
        {now}
        <ins>{next.slice(now.length)}</ins>
      </span>
    )
  if (isText && now && next.endsWith(now))
    return (
      <span className={styles.grown}>
        <ins>{next.slice(0, -now.length)}</ins>
        {now}
      </span>
    )
  return (
    <>
      {now ? <del>{now}</del> : null} <ins>{next}</ins>
    </>
  )
}

interface CellProps {
  cell: SheetCell
  column: SheetColumn
  name: string
  /** Null if it cannot be edited. */
  keys: SheetKeys | null
  /** Null if it is not being edited. */
  editing: Editing | null
  onEnd: ReturnType<typeof useSheet>['end']
}

function Cell({ cell: { now, next, note, problem, isLocked }, column, name, keys, editing, onEnd }: CellProps) {
  const { isSelected, ...attributes } = keys ?? { isSelected: false }
  return (
    <td
      {...attributes}
      className={classNames(
        styles.cell,
        column.isNumber ? styles.figure : styles.text,
        problem !== null && styles.wrong,
        isSelected && styles.selected,
        isLocked && styles.locked,
      )}
      data-long={column.field === 'title' || column.field === 'description' ? '' : undefined}
      aria-selected={keys ? isSelected : undefined}
      aria-invalid={problem ? true : undefined}
      aria-readonly={keys && isLocked ? true : undefined}
    >
      {editing === null ? (
        <>
          <span className={styles.values}>
            {next === null ? (
              <span className={styles.same}>{now}</span>
            ) : (
              <Change now={now} next={next} isText={!column.isNumber && !column.choices} />
            )}
          </span>
          {problem ? <span className={styles.problem}>{problem}</span> : null}
          {note ? <span className={styles.note}>{note}</span> : null}
        </>
      ) : (
        <CellEditor
          text={editing.text}
          isNew={editing.isNew}
          name={name}
          choices={column.choices}
          isNumber={column.isNumber}
          onEnd={onEnd}
        />
      )}
    </td>
  )
}
