import { memo, useMemo, type FocusEvent } from 'react'
import { Link } from 'react-router'
import { completeCarrier, plainNumber, type Carrier } from '#features/fulfilment/carrier.ts'
import type { ParcelProblem } from '#features/fulfilment/name-carrier.ts'
import { numberProblemText } from '#features/fulfilment/number-problem-text.ts'
import { classNames } from '#shui/class-names.ts'
import { takeFocus } from '#shui/focus.ts'
import { Status, type StatusTone } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import type { Texts } from '#texts/texts.ts'
import type { ShipManyAnswer, ShipManyModel, ShipRowModel } from './ship-many-model.ts'
import { cellField, takenField } from './sheet-form.ts'
import {
  changeRow,
  planRow,
  sharedNumbers,
  type RowPlan,
  type Sheet,
  type SheetColumn,
  type SheetRow,
} from './sheet.ts'
import styles from './ship-many.module.css'

interface ShipSheetProps {
  model: ShipManyModel
  sheet: Sheet
  change: (sheet: Sheet, field?: string | null) => void
  refused: ShipManyAnswer['refused'] | undefined
}

/** The orders, with cells for what is typed. */
export function ShipSheet({ model, sheet, change, refused = {} }: ShipSheetProps) {
  const { t } = useTexts()
  const typed = new Map(sheet.map((row) => [row.order, row]))
  const shared = useMemo(() => sharedNumbers(sheet), [sheet])
  const isServed = model.rows.some(({ service }) => service !== null)
  const type = (row: SheetRow, column: SheetColumn, text: string) =>
    change(changeRow(sheet, row.order, { [column]: text }), cellField(column, row.order))
  return (
    <table className={styles.sheet}>
      <caption className={styles.hidden}>{t('shipMany.sheet')}</caption>
      <thead>
        <tr>
          <th scope="col" className={styles.take}>
            <span className={styles.hidden}>{t('shipMany.column.take')}</span>
          </th>
          <th scope="col" className={styles.order}>
            {t('shipMany.column.order')}
          </th>
          <th scope="col" className={styles.buyer}>
            {t('shipMany.column.buyer')}
          </th>
          <th scope="col">{t('shipMany.column.item')}</th>
          <th scope="col" className={styles.number}>
            {t('shipMany.column.units')}
          </th>
          {isServed ? (
            <th scope="col" className={styles.service}>
              {t('shipMany.column.service')}
            </th>
          ) : null}
          <th scope="col" className={styles.cell}>
            {t('ship.carrier')}
          </th>
          <th scope="col" className={styles.cell}>
            {t('ship.tracking')}
          </th>
          <th scope="col" className={styles.state}>
            {t('shipMany.column.state')}
          </th>
        </tr>
      </thead>
      <tbody>
        {model.rows.map((order) => {
          const row = order.cannot ? undefined : typed.get(order.order)
          return (
            <tr key={order.order} className={classNames(styles.row, row ? !row.isTaken && styles.out : styles.cannot)}>
              <td className={styles.take}>
                {row ? (
                  <input
                    type="checkbox"
                    name={takenField}
                    value={row.order}
                    checked={row.isTaken}
                    onChange={({ target }) => change(changeRow(sheet, row.order, { isTaken: target.checked }))}
                    aria-label={t('shipMany.take', { order: row.order })}
                  />
                ) : null}
              </td>
              <AboutOrder order={order} isServed={isServed} />
              {row ? (
                <TypedCells
                  row={row}
                  carriers={model.carriers}
                  isFirst={sheet[0]?.order === row.order}
                  shared={othersOf(row, shared)}
                  onType={(column, text) => type(row, column, text)}
                />
              ) : (
                <Cannot order={order} refused={refused[order.order]} />
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const othersOf = ({ order, tracking }: SheetRow, shared: ReadonlyMap<string, readonly string[]>) =>
  (shared.get(plainNumber(tracking)) ?? []).filter((other) => other !== order).join(', ')

/** What a row says of its order. */
const AboutOrder = memo(function AboutOrder({ order, isServed }: { order: ShipRowModel; isServed: boolean }) {
  return (
    <>
      <th scope="row" className={styles.order}>
        <Link to={order.href}>{order.order}</Link>
        {order.due ? (
          <span className={styles.second} data-tone={order.due.tone}>
            {order.due.text}
          </span>
        ) : null}
      </th>
      <td className={styles.buyer}>
        <bdi>{order.buyer}</bdi>
        <span className={styles.second}>{order.country}</span>
      </td>
      <td className={styles.item}>
        {order.item.image ? (
          <img src={order.item.image} alt="" width={32} height={32} loading="lazy" className={styles.picture} />
        ) : null}
        <span className={styles.title} dir="auto">
          {order.item.title}
        </span>
        <span className={styles.second}>{order.item.detail}</span>
      </td>
      <td className={styles.number}>{order.units}</td>
      {isServed ? <td className={styles.service}>{order.service}</td> : null}
    </>
  )
})

interface TypedCellsProps {
  row: SheetRow
  carriers: readonly Carrier[]
  isFirst: boolean
  /** Orders with the same number. */
  shared: string
  onType: (column: SheetColumn, text: string) => void
}

function TypedCells({ row, carriers, isFirst, shared, onType }: TypedCellsProps) {
  const texts = useTexts()
  const { t } = texts
  const plan = useMemo(() => planRow(row, carriers), [row, carriers])
  const wrong = plan.is === 'problem' ? plan.problem : null
  const hintOf = (column: SheetColumn) => {
    if (wrong?.field === column) return shortProblem(wrong, texts)
    return column === 'carrier'
      ? carrierHint(plan, row, carriers, texts)
      : shared && t('shipMany.shared', { orders: shared })
  }
  const cell = (column: SheetColumn, placeholder?: string) => {
    const id = cellField(column, row.order)
    const hint = hintOf(column)
    return (
      <td className={styles.cell} data-wrong={wrong?.field === column || undefined}>
        <label htmlFor={id} className={styles.label}>
          {t(column === 'carrier' ? 'ship.carrier' : 'ship.tracking')}
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
          onBlur={column === 'carrier' ? () => complete() : undefined}
          list={column === 'carrier' ? 'ship-carriers' : undefined}
          aria-label={t(`shipMany.cell.${column}`, { order: row.order })}
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
  const complete = () => {
    const whole = completeCarrier(carriers, row.carrier)
    if (whole !== row.carrier) onType('carrier', whole)
  }
  return (
    <>
      {cell('carrier', plan.is === 'ready' && plan.guessed ? plan.carrier : undefined)}
      {cell('tracking')}
      <td className={styles.state}>
        <Status tone={planTones[plan.is]} text={t(`shipMany.state.${plan.is}`)} />
      </td>
    </>
  )
}

const planTones: Record<RowPlan['is'], StatusTone> = {
  out: 'neutral',
  empty: 'neutral',
  ready: 'good',
  untracked: 'warn',
  problem: 'bad',
}

function carrierHint(plan: RowPlan, row: SheetRow, carriers: readonly Carrier[], { t }: Texts): string | null {
  if (plan.is === 'ready' && plan.guessed)
    return plan.other ? t('shipMany.guessed.or', { other: plan.other }) : t('shipMany.guessed')
  const isOwn = row.carrier !== '' && !carriers.some(({ name }) => name === row.carrier)
  return isOwn && (plan.is === 'ready' || plan.is === 'untracked') ? t('shipMany.ownCarrier') : null
}

/** What is wrong, in the little room of a cell: once it was sent, it is said in full above the sheet. */
function shortProblem(wrong: ParcelProblem, texts: Texts): string {
  const { t } = texts
  if (wrong.kind !== 'number')
    return t(
      wrong.kind === 'rounded'
        ? 'shipMany.short.rounded'
        : wrong.kind === 'unknown'
          ? 'shipMany.short.unknown'
          : 'shipMany.short.form',
    )
  const { problem } = wrong
  if (problem.kind === 'form') return numberProblemText(problem, texts)
  return t('shipMany.short.check', { carrier: problem.carrier, found: problem.found, expected: problem.expected })
}

/** Typing overwrites. */
const selectAll = ({ target }: FocusEvent<HTMLInputElement>) => target.select()

function Cannot({ order: { cannot }, refused }: { order: ShipRowModel; refused: string | undefined }) {
  const { t } = useTexts()
  if (!cannot) return null
  return (
    <>
      <td colSpan={2} className={styles.why}>
        {refused ? <b>{refused} </b> : null}
        {cannot.why} {cannot.link ? <Link to={cannot.link.href}>{cannot.link.label}</Link> : null}
      </td>
      <td className={styles.state}>
        {refused ? <Status tone="bad" text={t('shipMany.state.refused')} /> : <Status {...cannot.state} />}
      </td>
    </>
  )
}
