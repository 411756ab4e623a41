import { addressLines } from '#lib/postal-address.ts'
import { fittingSize, labelMargins, labelPage, sizeRules, type LabelFormat, type LabelSheet } from './label-formats.ts'
import type { OrderParcel, PackedOrder } from './packed-orders-db.server.ts'
import { slipParcels, type SlipParcel } from './parcels.ts'
import { AddressLines, Bars, IsolatedText, SenderLines } from './sheet-parts.server.tsx'
import type { SheetSetting } from './slip.server.tsx'

/** CSS rules for a page of labels. */
export function labelRules(format: LabelSheet): string {
  const page = labelPage(format)
  const { block, inline } = labelMargins(format)
  // Slightly smaller than the page, so that rounding does not add a second one.
  return `@page{size:${page.width}mm ${page.height}mm;margin:0}
:root{--page-width:${page.width}mm;--page-height:${page.height}mm;--page-margin:0;--content-height:${page.height - 0.3}mm}
.label-sheet{padding:${block}mm ${inline}mm 0;grid-template-columns:repeat(${format.columns},${format.width}mm);grid-auto-rows:${format.height}mm;column-gap:${format.gap}mm}
${sizeRules}`
}

type ShippedOrder = PackedOrder & { address: NonNullable<PackedOrder['address']> }

interface LabelProps {
  order: ShippedOrder
  parcel: SlipParcel<OrderParcel>
  setting: SheetSetting
}

/** Labels of an order: one for each parcel that gets a slip; none of an order that goes to no address. */
export function labelsOf({ address, ...order }: PackedOrder, setting: SheetSetting): LabelProps[] {
  if (address === null) return []
  return slipParcels(order.lines, order.parcels).map((parcel) => ({ order: { ...order, address }, parcel, setting }))
}

/** The country is omitted for domestic addresses. */
function foreignCountry({ order, setting: { texts, settings } }: LabelProps): string | null {
  const { country } = order.address
  return country === settings.sender.country ? null : texts.country(country).toLocaleUpperCase(texts.locale)
}

/** Padding inside a label, in millimetres, because printers feed sheets slightly askew. */
const inset = 3
/** Height reserved for the order number below the address, in millimetres. */
const numberLine = 3.5

export function SheetLabel({ format, ...label }: LabelProps & { format: LabelFormat }) {
  const { order, parcel, setting } = label
  const country = foreignCountry(label)
  const lines = [...addressLines(order.address).map(({ text }) => text), ...(country ? [country] : [])]
  const size = fittingSize(lines, {
    width: format.width - 2 * inset,
    height: format.height - 2 * inset - numberLine,
  })
  return (
    <div className="label">
      <div className={`label-to pt-${size}`}>
        <AddressLines address={order.address} country={country} />
      </div>
      <p className="label-number">
        {[order.number, parcel.of > 1 && setting.texts.t('printing.parcel', { n: parcel.number, of: parcel.of })]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  )
}

/** 4 x 6 inch label on its own page, with details for the carrier and the packer. */
export function RollLabel(label: LabelProps) {
  const { order, parcel, setting } = label
  const { texts, settings, barcode } = setting
  const { t } = texts
  const country = foreignCountry(label)
  const { phone } = order.address
  const packed = order.lines.filter(({ id }) => parcel.units.has(id))
  const bins = [...new Set(packed.flatMap(({ bin }) => bin ?? []))]
  const units = [...parcel.units.values()].reduce((sum, n) => sum + n, 0)
  const tracking = parcel.sent?.tracking
  const size = fittingSize(
    addressLines(order.address).map(({ text }) => text),
    { width: 93, height: 48 },
  )
  return (
    <article className="sheet roll">
      <div className="roll-head">
        <div>
          <p>{t('grid.from')}</p>
          <SenderLines sender={settings.sender} texts={texts} />
        </div>
        <div className="roll-service">
          <b>{parcel.sent?.service ?? order.service}</b>
          <p>{parcel.sent?.carrier}</p>
        </div>
      </div>
      <div className="roll-to">
        <p>{t('printing.to')}</p>
        <div className={`pt-${size}`}>
          <AddressLines address={order.address} country={null} />
        </div>
        {country ? <p className="roll-country">{country}</p> : null}
        {phone ? (
          <p>
            {t('word.phone')} <IsolatedText text={phone} />
          </p>
        ) : null}
        {order.taxNumbers.map(({ type, number }) => (
          <p key={`${type} ${number}`}>
            {type} <IsolatedText text={number} />
          </p>
        ))}
      </div>
      <div className="roll-number">
        <h2>{order.number}</h2>
        <p>{t('printing.parcel', { n: parcel.number, of: parcel.of })}</p>
      </div>
      <Bars markup={barcode(order.number)} />
      <div className="roll-foot">
        <p>{tracking ? `${t('printing.tracking')} ${tracking}` : ''}</p>
        <p>
          {[bins.length > 0 && `${t('bulkEdit.field.bin')} ${bins.join(', ')}`, t('research.items', { n: units })]
            .filter(Boolean)
            .join(', ')}
        </p>
      </div>
    </article>
  )
}
