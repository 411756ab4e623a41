import { Fragment, memo, useMemo, type MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { plainNumber } from '#features/core/carrier/carrier.ts'
import { groupBy } from '#lib/group-by.ts'
import { classNames } from '#shui/class-names.ts'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageLink } from '#web/page-link.tsx'
import { InParcel } from './added-parcel.tsx'
import { addParcel, maxParcels, removeParcel } from './added-parcels.ts'
import type { ShipManyAnswer, ShipManyModel, ShipRowModel } from './ship-many-model.ts'
import { sharedNumbers, type RowPlan } from './plan-sheet.ts'
import { cellsOf, type SheetRange } from './range.ts'
import { addField, cellField, removeField, takenField, unitsField } from './sheet-form.ts'
import { changeRow, rowId, type Sheet, type SheetColumn, type SheetRow } from './sheet.ts'
import styles from './ship-sheet.module.css'
import { PlanStatus, TypedCells } from './typed-cells.tsx'

interface ShipSheetProps {
  model: ShipManyModel
  sheet: Sheet
  plans: ReadonlyMap<string, RowPlan>
  range: SheetRange | null
  change: (sheet: Sheet, field?: string | null) => void
  refused: ShipManyAnswer['refused'] | undefined
}

const nothingTyped: RowPlan = { is: 'empty' }

export function ShipSheet({ model, sheet, plans, range, change, refused = {} }: ShipSheetProps) {
  const typed = groupBy(sheet, ({ order }) => order)
  const shared = useMemo(() => sharedNumbers(sheet), [sheet])
  const isServed = model.rows.some(({ service }) => service !== null)
  const chosen = useMemo(() => range && cellsOf(sheet, range), [sheet, range])
  const cells = (row: SheetRow) => (
    <TypedCells
      row={row}
      plan={plans.get(row.id) ?? nothingTyped}
      carriers={model.carriers}
      isFirst={sheet[0]?.id === row.id}
      shared={othersOf(row, shared)}
      chosen={chosen?.rows.includes(row) ? chosen.columns : none}
      onType={(column, text) => change(changeRow(sheet, row.id, { [column]: text }), cellField(column, row.id))}
    />
  )
  // With script the buttons change the page; without it they submit the sheet.
  const add =
    ({ order, lines }: ShipRowModel) =>
    (event: MouseEvent) => {
      event.preventDefault()
      const next = addParcel(sheet, order, lines)
      flushSync(() => change(next))
      const added = next.findLast((row) => row.order === order)
      const last = lines.at(-1)
      if (added && last) document.getElementById(unitsField(added.id, last.line))?.focus()
    }
  const remove =
    ({ id, order, parcel }: SheetRow) =>
    (event: MouseEvent) => {
      event.preventDefault()
      flushSync(() => change(removeParcel(sheet, id)))
      document.getElementById(cellField('tracking', rowId(order, parcel - 1)))?.focus()
    }
  return (
    <table className={styles.sheet}>
      <Head
        isServed={isServed}
        taken={sheet.every(({ isTaken }) => isTaken) ? 'all' : sheet.some(({ isTaken }) => isTaken) ? 'some' : 'none'}
        take={sheet.length > 1 ? (isTaken) => change(sheet.map((row) => ({ ...row, isTaken }))) : null}
      />
      <tbody>
        {model.rows.map((order) => {
          const [row, ...added] = order.cannot ? [] : (typed.get(order.order) ?? [])
          if (!row)
            return (
              <tr key={order.order} className={classNames(styles.row, styles.cannot)}>
                <Take row={null} />
                <AboutOrder order={order} isServed={isServed} />
                <Cannot order={order} refused={refused[order.order]} />
              </tr>
            )
          return (
            <Fragment key={order.order}>
              <tr className={classNames(styles.row, !row.isTaken && styles.out)}>
                <Take
                  row={row}
                  onChange={(isTaken) =>
                    change(sheet.map((each) => (each.order === row.order ? { ...each, isTaken } : each)))
                  }
                />
                <AboutOrder order={order} isServed={isServed} />
                {cells(row)}
                <td className={styles.state}>
                  <PlanStatus plan={plans.get(row.id) ?? nothingTyped} />
                  {order.lines.length > 0 && row.isTaken && added.length < maxParcels - 1 ? (
                    <ParcelButton name={addField} row={row} onClick={add(order)} />
                  ) : null}
                </td>
              </tr>
              {added.map((parcel) => (
                <tr key={parcel.id} className={classNames(styles.row, !row.isTaken && styles.out)}>
                  <Take row={null} />
                  <ParcelName row={parcel} />
                  <InParcel
                    row={parcel}
                    lines={order.lines}
                    plan={plans.get(parcel.id) ?? nothingTyped}
                    onUnits={(line, text) => {
                      const units = { ...parcel.units, [line]: text }
                      change(changeRow(sheet, parcel.id, { units }), unitsField(parcel.id, line))
                    }}
                  />
                  {isServed ? <td className={styles.service}>{order.service}</td> : null}
                  {cells(parcel)}
                  <td className={styles.state}>
                    <PlanStatus plan={plans.get(parcel.id) ?? nothingTyped} />
                    <ParcelButton name={removeField} row={parcel} onClick={remove(parcel)} />
                  </td>
                </tr>
              ))}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

const none: readonly SheetColumn[] = []

const othersOf = ({ order, tracking }: SheetRow, shared: ReadonlyMap<string, readonly string[]>) =>
  (shared.get(plainNumber(tracking)) ?? []).filter((other) => other !== order).join(', ')

interface HeadProps {
  isServed: boolean
  taken: 'all' | 'some' | 'none'
  /** Includes or excludes all orders; null for a single one. */
  take: ((isTaken: boolean) => void) | null
}

function Head({ isServed, taken, take }: HeadProps) {
  const { t } = useTexts()
  return (
    <>
      <caption className={styles.hidden}>{t('word.ordersToShip')}</caption>
      <thead>
        <tr>
          <th scope="col" className={styles.take}>
            {take ? (
              <input
                type="checkbox"
                aria-label={t('shipMany.takeAll')}
                checked={taken === 'all'}
                ref={(box) => {
                  if (box) box.indeterminate = taken === 'some'
                }}
                onChange={({ target }) => take(target.checked)}
              />
            ) : (
              <span className={styles.hidden}>{t('word.ship')}</span>
            )}
          </th>
          <th scope="col" className={styles.order}>
            {t('word.order')}
          </th>
          <th scope="col" className={styles.buyer}>
            {t('word.buyer')}
          </th>
          <th scope="col">{t('word.item')}</th>
          <th scope="col" className={styles.number}>
            {t('word.qty')}
          </th>
          {isServed ? (
            <th scope="col" className={styles.service}>
              {t('word.service')}
            </th>
          ) : null}
          <th scope="col" className={styles.cell}>
            {t('word.carrier')}
          </th>
          <th scope="col" className={styles.cell}>
            {t('word.trackingNumber')}
          </th>
          <th scope="col" className={styles.state}>
            {t('word.status')}
          </th>
        </tr>
      </thead>
    </>
  )
}

function Take({ row, onChange }: { row: SheetRow | null; onChange?: (isTaken: boolean) => void }) {
  const { t } = useTexts()
  return (
    <td className={styles.take}>
      {row ? (
        <input
          type="checkbox"
          name={takenField}
          value={row.order}
          checked={row.isTaken}
          onChange={({ target }) => onChange?.(target.checked)}
          aria-label={t('shipMany.take', { order: row.order })}
        />
      ) : null}
    </td>
  )
}

interface ParcelButtonProps {
  name: typeof addField | typeof removeField
  row: SheetRow
  onClick: (event: MouseEvent) => void
}

function ParcelButton({ name, row: { id, order, parcel }, onClick }: ParcelButtonProps) {
  const { t } = useTexts()
  const isAdding = name === addField
  return (
    <button
      type="submit"
      name={name}
      value={isAdding ? order : id}
      className={styles.parcelButton}
      onClick={onClick}
      aria-label={t(isAdding ? 'shipMany.addParcel.of' : 'shipMany.removeParcel.of', { order, n: parcel })}
    >
      {t(isAdding ? 'shipMany.addParcel' : 'word.remove')}
    </button>
  )
}

function ParcelName({ row }: { row: SheetRow }) {
  const { t } = useTexts()
  return (
    <th scope="row" className={styles.order}>
      {t('ship.parcel', { n: row.parcel })}
    </th>
  )
}

const AboutOrder = memo(function AboutOrder({ order, isServed }: { order: ShipRowModel; isServed: boolean }) {
  return (
    <>
      <th scope="row" className={styles.order}>
        <PageLink to={order.href}>{order.order}</PageLink>
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
      <td>
        {order.item.image ? (
          <img src={order.item.image} alt="" width={32} height={32} loading="lazy" className={styles.picture} />
        ) : null}
        <span className={styles.title} dir="auto">
          {order.item.title}
        </span>
        <span className={styles.second}>{order.item.detail}</span>
        {order.note ? (
          <span className={styles.note} dir="auto">
            {order.note}
          </span>
        ) : null}
      </td>
      <td className={styles.number}>{order.units}</td>
      {isServed ? <td className={styles.service}>{order.service}</td> : null}
    </>
  )
})

function Cannot({ order: { cannot }, refused }: { order: ShipRowModel; refused: string | undefined }) {
  const { t } = useTexts()
  if (!cannot) return null
  return (
    <>
      <td colSpan={2} className={styles.why}>
        {refused ? <b>{refused} </b> : null}
        {cannot.why} {cannot.link ? <PageLink to={cannot.link.href}>{cannot.link.label}</PageLink> : null}
      </td>
      <td className={styles.state}>
        {refused ? <Status tone="bad" text={t('shipMany.state.refused')} /> : <Status {...cannot.state} />}
      </td>
    </>
  )
}
