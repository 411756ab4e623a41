import { useMemo } from 'react'
import type { PagesModel } from '#features/machinery/file-runs/pages-model.ts'
import { ButtonForm } from '#web/button-form.tsx'
import { DocumentForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { paths } from '#web/paths.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { PlainTable } from './plain-table.tsx'
import { salesDays } from './previous-tool-size.ts'
import type { PreviousToolModel, ToShipModel } from './previous-tool-view.ts'
import styles from './previous-tool.module.css'
import { type RefusedShipping, shippingFieldId } from './shipping-form.ts'
import { Button } from '#shui/button/button.tsx'
import { TextField } from '#shui/form/controls.tsx'
import { Status } from '#shui/status/status.tsx'

interface ShipTableProps {
  rows: ToShipModel[]
  mayShip: boolean
  refused: RefusedShipping | undefined
}

function ShipTable({ rows, mayShip, refused }: ShipTableProps) {
  const { t } = useTexts()
  const hasTotals = rows.some(({ total }) => total !== null)
  return (
    <PlainTable
      label={t('word.ordersToShip')}
      columns={[
        { label: t('word.order') },
        { label: t('word.shipBy') },
        { label: t('word.buyer') },
        { label: t('word.item') },
        { label: t('word.qty'), figures: true },
        { label: t('word.service') },
        ...(hasTotals ? [{ label: t('word.total'), figures: true }] : []),
        ...(mayShip ? [{ label: t('word.markAsShipped'), hasForm: true }] : []),
      ]}
      rows={rows.map((row) => ({
        id: row.number,
        cells: [
          <a key="order" href={row.href} className={styles.link}>
            {row.number}
          </a>,
          row.due ? <Status key="due" tone={row.due.tone} text={row.due.text} /> : null,
          row.buyer,
          row.item,
          row.units,
          row.service,
          ...(hasTotals ? [row.total] : []),
          ...(mayShip
            ? [<ShipForm key="form" row={row} refused={refused?.order === row.number ? refused : undefined} />]
            : []),
        ],
      }))}
    />
  )
}

function ShipForm({
  row: { number: order, parcelKey },
  refused,
}: {
  row: ToShipModel
  refused: RefusedShipping | undefined
}) {
  const { t } = useTexts()
  const field = (name: 'carrier' | 'tracking') => {
    const id = shippingFieldId(name, order)
    return { id, name, defaultValue: refused?.values[name], error: refused?.errors[id], autoComplete: 'off' }
  }
  return (
    <DocumentForm className={styles.parcel}>
      <input type="hidden" name="order" value={order} />
      <input type="hidden" name="key" value={parcelKey} />
      <TextField
        label={{ text: t('word.carrier'), accessibilityText: t('previous.ship.carrierOf', { number: order }) }}
        {...field('carrier')}
      />
      <TextField
        label={{
          text: t('word.trackingNumber'),
          accessibilityText: t('previous.ship.trackingOf', { number: order }),
        }}
        {...field('tracking')}
      />
      <Button type="submit" aria-label={t('previous.ship.submitOf', { number: order })}>
        {t('word.markAsShipped')}
      </Button>
    </DocumentForm>
  )
}

export function PreviousTool({ model, refused }: { model: PreviousToolModel; refused: RefusedShipping | undefined }) {
  const { t } = useTexts()
  const { toShip, listings, sales, done } = model
  return (
    <div className={styles.page}>
      <PageHead
        title={t('previous.title')}
        note={model.today}
        actions={<WayBack />}
        done={done && !refused ? t('previous.done', { number: done }) : null}
      />
      <div className={styles.who}>
        <p>{t('previous.intro', { shop: model.shop })}</p>
        <ButtonForm as={DocumentForm} action={paths.signOut} size="small" kind="quiet">
          {t('word.signOut')}
        </ButtonForm>
      </div>
      <Refusal refused={refused} />
      <div id="ship">
        <Section title={t('word.ordersToShip')} count={toShip.count}>
          {toShip.rows.length > 0 ? (
            <ShipTable rows={toShip.rows} mayShip={model.mayShip} refused={refused} />
          ) : (
            <p>{t('previous.ship.none')}</p>
          )}
          <Pages pages={toShip.pages} part={t('word.ordersToShip')} />
        </Section>
      </div>
      <div id="listings">
        <Section title={t('word.activeListings')} count={listings.count}>
          <ListingsTable rows={listings.rows} />
          <Pages pages={listings.pages} part={t('word.activeListings')} />
        </Section>
      </div>
      {sales ? <SalesSection sales={sales} /> : null}
    </div>
  )
}

/** Form errors above all forms, with the order number to identify the form. */
function Refusal({ refused }: { refused: RefusedShipping | undefined }) {
  const { t } = useTexts()
  const errors = useMemo(() => {
    if (!refused) return undefined
    const entries = Object.entries(refused.errors).map(([field, error = '']) => [
      field,
      field === 'form' ? error : t('previous.error.ofOrder', { number: refused.order, error }),
    ])
    return Object.fromEntries(entries) as Record<string, string>
  }, [refused, t])
  return <FormErrors errors={errors} />
}

function WayBack() {
  const { t } = useTexts()
  return (
    <ButtonForm as={DocumentForm} action={paths.switchTool} kind="primary" name="tool" value="hub">
      {t('previous.back')}
    </ButtonForm>
  )
}

function ListingsTable({ rows }: { rows: PreviousToolModel['listings']['rows'] }) {
  const { t } = useTexts()
  if (rows.length === 0) return <p>{t('previous.listings.none')}</p>
  const hasPrices = rows.some(({ price }) => price !== null)
  return (
    <PlainTable
      label={t('word.activeListings')}
      columns={[
        { label: t('word.itemNumber') },
        { label: t('previous.listings.item') },
        { label: t('word.sku') },
        ...(hasPrices ? [{ label: t('word.price'), figures: true }] : []),
        { label: t('word.available'), figures: true },
        { label: t('word.sold'), figures: true },
        { label: t('word.ends') },
      ]}
      rows={rows.map((row) => ({
        id: row.number,
        cells: [row.number, row.title, row.sku, ...(hasPrices ? [row.price] : []), row.available, row.sold, row.ends],
      }))}
    />
  )
}

function SalesSection({ sales }: { sales: NonNullable<PreviousToolModel['sales']> }) {
  const { t } = useTexts()
  const title = t('previous.sales.title', { days: salesDays })
  const cells = ({ day, orders, units, gross }: (typeof sales.rows)[number]) => [day, orders, units, gross]
  return (
    <Section title={title}>
      {sales.rows.length > 0 ? (
        <>
          <PlainTable
            label={title}
            narrow
            columns={[
              { label: t('previous.sales.day') },
              { label: t('word.orders'), figures: true },
              { label: t('word.items'), figures: true },
              { label: t('previous.sales.gross'), figures: true },
            ]}
            rows={sales.rows.map((row) => ({ id: `${row.day} ${row.gross}`, cells: cells(row) }))}
            totals={sales.totals.map((row) => ({ id: row.gross, cells: cells(row) }))}
          />
          <p className={styles.note}>{t('previous.sales.rule')}</p>
        </>
      ) : (
        <p>{t('previous.sales.none', { days: salesDays })}</p>
      )}
    </Section>
  )
}

/** Without the styles of reviewed files, which the overview does not load. */
function Pages({ pages, part }: { pages: PagesModel | null; part: string }) {
  const { t } = useTexts()
  if (!pages) return null
  return (
    <nav className={styles.pages} aria-label={`${part}: ${pages.text}`}>
      {pages.previous ? <a href={pages.previous}>{t('grid.previousPage')}</a> : null}
      <span>{pages.text}</span>
      {pages.next ? <a href={pages.next}>{t('word.nextPage')}</a> : null}
    </nav>
  )
}
