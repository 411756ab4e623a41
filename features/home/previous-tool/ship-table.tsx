import { Button } from '#shui/button/button.tsx'
import { TextField } from '#shui/form/controls.tsx'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import { PlainTable } from './plain-table.tsx'
import type { ToShipModel } from './previous-tool-view.ts'
import styles from './previous-tool.module.css'
import { shippingFieldId, type RefusedShipping } from './shipping-form.ts'
import { DocumentForm } from '#web/page-form.tsx'

interface ShipTableProps {
  rows: ToShipModel[]
  mayShip: boolean
  refused: RefusedShipping | undefined
}

export function ShipTable({ rows, mayShip, refused }: ShipTableProps) {
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
