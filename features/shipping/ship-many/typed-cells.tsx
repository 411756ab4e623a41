import type { FocusEvent } from 'react'
import { completeCarrier, type Carrier } from '#features/core/carrier/carrier.ts'
import { takeFocus } from '#shui/focus.ts'
import { Status, type StatusTone } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import type { Texts } from '#texts/texts.ts'
import type { RowPlan } from './plan-sheet.ts'
import { shortProblem } from './problem-words.ts'
import { cellField } from './sheet-form.ts'
import type { SheetColumn, SheetRow } from './sheet.ts'
import styles from './ship-sheet.module.css'

interface TypedCellsProps {
  row: SheetRow
  plan: RowPlan
  carriers: readonly Carrier[]
  /** Focus the tracking number on load. */
  isFirst: boolean
  /** Other orders with the same number. */
  shared: string
  chosen: readonly SheetColumn[]
  onType: (column: SheetColumn, text: string) => void
}

export function TypedCells({ row, plan, carriers, isFirst, shared, chosen, onType }: TypedCellsProps) {
  const texts = useTexts()
  const { t } = texts
  const wrong = plan.is === 'problem' ? plan.problem : null
  const hintOf = (column: SheetColumn) => {
    if (wrong?.field === column) return shortProblem(wrong, texts)
    return column === 'carrier'
      ? carrierHint(plan, row, carriers, texts)
      : shared && t('shipMany.shared', { orders: shared })
  }
  const complete = () => {
    const whole = completeCarrier(carriers, row.carrier)
    if (whole !== row.carrier) onType('carrier', whole)
  }
  const nameOf = (column: SheetColumn) =>
    row.parcel > 1
      ? t(`shipMany.cell.${column}.parcel`, { order: row.order, n: row.parcel })
      : t(`shipMany.cell.${column}`, { order: row.order })
  const cell = (column: SheetColumn, placeholder?: string) => {
    const id = cellField(column, row.id)
    const hint = hintOf(column)
    return (
      <td
        className={styles.cell}
        data-wrong={wrong?.field === column || undefined}
        data-chosen={chosen.includes(column) || undefined}
      >
        <label htmlFor={id} className={styles.label}>
          {t(column === 'carrier' ? 'word.carrier' : 'word.trackingNumber')}
        </label>
        <input
          id={id}
          name={id}
          className={styles.input}
          value={row[column]}
          placeholder={placeholder}
          readOnly={!row.isTaken}
          onChange={({ target }) => onType(column, target.value)}
          onFocus={selectAll}
          onBlur={column === 'carrier' ? complete : undefined}
          list={column === 'carrier' ? 'ship-carriers' : undefined}
          aria-label={nameOf(column)}
          aria-describedby={hint ? `${id}-hint` : undefined}
          aria-invalid={wrong?.field === column || undefined}
          autoComplete="off"
          spellCheck={false}
          autoCapitalize={column === 'tracking' ? 'characters' : 'words'}
          ref={isFirst && column === 'tracking' ? takeFocus : undefined}
        />
        {hint ? (
          <span id={`${id}-hint`} className={styles.second}>
            {hint}
          </span>
        ) : null}
      </td>
    )
  }
  return (
    <>
      {cell('carrier', plan.is === 'ready' && plan.guessed ? plan.carrier : undefined)}
      {cell('tracking')}
    </>
  )
}

const planTones: Record<RowPlan['is'], StatusTone> = {
  out: 'neutral',
  empty: 'neutral',
  ready: 'good',
  untracked: 'warn',
  waits: 'neutral',
  problem: 'bad',
}

export function PlanStatus({ plan: { is } }: { plan: RowPlan }) {
  const { t } = useTexts()
  return <Status tone={planTones[is]} text={t(`shipMany.state.${is}`)} />
}

function carrierHint(plan: RowPlan, row: SheetRow, carriers: readonly Carrier[], { t }: Texts): string | null {
  if (plan.is === 'ready' && plan.guessed)
    return plan.other ? t('shipMany.guessed.or', { other: plan.other }) : t('ship.carrier.guess')
  const isOwn = row.carrier !== '' && !carriers.some(({ name }) => name === row.carrier)
  return isOwn && (plan.is === 'ready' || plan.is === 'untracked') ? t('shipMany.ownCarrier') : null
}

/** Typing replaces the value. */
const selectAll = ({ target }: FocusEvent<HTMLInputElement>) => target.select()
