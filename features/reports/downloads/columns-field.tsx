import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useId, useState, type MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { Button, IconButton } from '#shui/button/button.tsx'
import { Checkbox, TextField } from '#shui/form/controls.tsx'
import { FieldError } from '#shui/form/field.tsx'
import { useTexts } from '#texts/context.tsx'
import type { ColumnGroup, FormColumn } from './download-view.server.ts'
import { orderField } from './order-field.ts'
import styles from './download.module.css'

interface ColumnsFieldProps {
  /** The chosen ones first, in the order of the file. */
  columns: readonly FormColumn[]
  groups: readonly ColumnGroup[]
  error: string | null
}

/** The columns by subject, to be found and chosen, and the order of the chosen ones. */
export function ColumnsField({ columns, groups, error }: ColumnsFieldProps) {
  const { t } = useTexts()
  const [order, setOrder] = useState(() => columns.flatMap(({ id, isChosen }) => (isChosen ? id : [])))
  const [search, setSearch] = useState('')
  const errorId = useId()
  const byId = new Map(columns.map((column) => [column.id, column]))
  const isHidden = (id: string) => !byId.get(id)?.name.toLowerCase().includes(search.trim().toLowerCase())
  const choose = (id: string, isChosen: boolean) =>
    setOrder(isChosen ? [...order, id] : order.filter((each) => each !== id))
  return (
    <fieldset className={styles.columns} aria-describedby={error ? errorId : undefined}>
      <legend className={styles.legend}>{t('grid.columns')}</legend>
      <input type="hidden" name={orderField} value={order.join(' ')} />
      <p className={styles.quiet} role="status">
        {t('reports.columns.chosen', { n: order.length, all: columns.length })}
      </p>
      {error ? <FieldError id={errorId} error={error} /> : null}
      <div className={`${styles.all} ${styles.scripted}`}>
        <TextField
          label={t('reports.columns.search')}
          type="search"
          width="medium"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          // Enter would create the file.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <Button size="small" onClick={() => setOrder(columns.map(({ id }) => id))}>
          {t('reports.columns.all')}
        </Button>
        <Button size="small" onClick={() => setOrder([])}>
          {t('reports.columns.none')}
        </Button>
      </div>
      <div className={styles.parts}>
        <div>
          {groups.map(({ name, ids }, at) => (
            <fieldset key={`${at} ${name}`} className={styles.group} hidden={ids.every(isHidden)}>
              <legend>{name}</legend>
              {ids.map((id) => (
                <div key={id} hidden={isHidden(id)}>
                  <ColumnBox column={byId.get(id)} isChosen={order.includes(id)} onChoose={choose} />
                </div>
              ))}
            </fieldset>
          ))}
        </div>
        <div className={styles.scripted}>
          <p className={styles.legend}>{t('reports.columns.order')}</p>
          <ChosenColumns names={order.map((id) => byId.get(id)?.name ?? '')} order={order} onOrder={setOrder} />
        </div>
      </div>
    </fieldset>
  )
}

interface ColumnBoxProps {
  column: FormColumn | undefined
  isChosen: boolean
  onChoose: (id: string, isChosen: boolean) => void
}

function ColumnBox({ column, isChosen, onChoose }: ColumnBoxProps) {
  const { t } = useTexts()
  if (!column) return null
  const { id, name, header } = column
  return (
    <>
      {header && isChosen ? <input type="hidden" name={header.field} value={header.text} /> : null}
      <Checkbox
        label={header ? t('reports.columns.named', { column: name, name: header.text }) : name}
        name="column"
        value={id}
        checked={isChosen}
        onChange={({ target }) => onChoose(id, target.checked)}
      />
    </>
  )
}

interface ChosenProps {
  names: readonly string[]
  order: readonly string[]
  onOrder: (order: string[]) => void
}

function ChosenColumns({ names, order, onOrder }: ChosenProps) {
  const { t } = useTexts()
  // The browser takes the focus from a row that is put elsewhere.
  const move = ({ currentTarget: button }: MouseEvent<HTMLButtonElement>, from: number, to: number) => {
    if (to >= 0 && to < order.length) flushSync(() => onOrder(moved(order, from, to)))
    button.focus()
  }
  return (
    <ol className={styles.list}>
      {order.map((id, at) => (
        <li key={id} className={styles.column}>
          <span>{names[at]}</span>
          <span className={styles.moves}>
            <IconButton
              size="small"
              icon={ArrowUp}
              label={t('reports.columns.up', { column: names[at] ?? '' })}
              aria-disabled={at === 0}
              onClick={(event) => move(event, at, at - 1)}
            />
            <IconButton
              size="small"
              icon={ArrowDown}
              label={t('reports.columns.down', { column: names[at] ?? '' })}
              aria-disabled={at === order.length - 1}
              onClick={(event) => move(event, at, at + 1)}
            />
          </span>
        </li>
      ))}
    </ol>
  )
}

function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const others = items.toSpliced(from, 1)
  return others.toSpliced(to, 0, ...items.slice(from, from + 1))
}
