import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { useId, useState, type MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { Button, IconButton } from '#shui/button/button.tsx'
import { Checkbox } from '#shui/form/controls.tsx'
import { FieldError } from '#shui/form/field.tsx'
import { useTexts } from '#texts/context.tsx'
import type { FormColumn } from './download-view.server.ts'
import styles from './download.module.css'

/** The columns of a file in their order; they are sent in the order of the page. */
export function ColumnsField({ columns, error }: { columns: readonly FormColumn[]; error: string | null }) {
  const { t } = useTexts()
  const [shown, setShown] = useState(columns)
  const errorId = useId()
  const chosen = shown.filter(({ isChosen }) => isChosen).length
  // The browser takes the focus from a row that is put elsewhere.
  const move = ({ currentTarget: button }: MouseEvent<HTMLButtonElement>, from: number, to: number) => {
    if (to >= 0 && to < shown.length) flushSync(() => setShown(moved(shown, from, to)))
    button.focus()
  }
  const choose = (isChosen: boolean) => setShown(shown.map((column) => ({ ...column, isChosen })))
  return (
    <fieldset className={styles.columns} aria-describedby={error ? errorId : undefined}>
      <legend className={styles.legend}>{t('reports.columns')}</legend>
      <p className={styles.quiet}>
        <span role="status">{t('reports.columns.chosen', { n: chosen, all: shown.length })}</span>{' '}
        <span className={styles.scripted}>{t('reports.columns.hint')}</span>
      </p>
      {error ? <FieldError id={errorId} error={error} /> : null}
      <p className={`${styles.all} ${styles.scripted}`}>
        <Button size="small" onClick={() => choose(true)}>
          {t('reports.columns.all')}
        </Button>
        <Button size="small" onClick={() => choose(false)}>
          {t('reports.columns.none')}
        </Button>
      </p>
      <ol className={styles.list}>
        {shown.map(({ id, name, isChosen, header }, at) => (
          <li key={id} className={styles.column}>
            {header && isChosen ? <input type="hidden" name={header.field} value={header.text} /> : null}
            <Checkbox
              label={header ? t('reports.columns.named', { column: name, name: header.text }) : name}
              name="column"
              value={id}
              checked={isChosen}
              onChange={({ target }) => setShown(shown.with(at, { id, name, header, isChosen: target.checked }))}
            />
            <span className={`${styles.moves} ${styles.scripted}`}>
              <IconButton
                size="small"
                icon={ArrowUp}
                label={t('reports.columns.up', { column: name })}
                aria-disabled={at === 0}
                onClick={(event) => move(event, at, at - 1)}
              />
              <IconButton
                size="small"
                icon={ArrowDown}
                label={t('reports.columns.down', { column: name })}
                aria-disabled={at === shown.length - 1}
                onClick={(event) => move(event, at, at + 1)}
              />
            </span>
          </li>
        ))}
      </ol>
    </fieldset>
  )
}

function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const others = items.toSpliced(from, 1)
  return others.toSpliced(to, 0, ...items.slice(from, from + 1))
}
