import { giftWraps } from '#features/core/order/extra.ts'
import { shownBuyer } from '#features/core/order/removed-buyer.ts'
import type { Texts } from '#texts/texts.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import type { DrawBarcode } from './barcode.server.ts'
import type { OrderParcel, PackedOrder, PackedOrderLine } from './packed-orders-db.server.ts'
import { paths } from '#web/paths.ts'
import { slipParcels, type SlipParcel } from './parcels.ts'
import type { PrintSettings } from './print-settings.ts'
import {
  AddressLines,
  IsolatedText,
  SenderLines,
  taxFacts,
  SheetFacts,
  SheetFoot,
  SheetHead,
  TickCell,
} from './sheet-parts.server.tsx'

export interface SheetSetting {
  texts: Texts
  settings: PrintSettings
  /** "22 Nov 2026, 10:40, London (GMT)". */
  printed: string
  barcode: DrawBarcode
  /** Whether the bought label of each parcel follows its slip. */
  withLabels?: boolean
}

/** Packing slips of an order, one for each parcel. They show no prices, because the order may be a gift. */
export function PackingSlips({ order, setting }: { order: PackedOrder; setting: SheetSetting }) {
  const parcels = slipParcels(order.lines, order.parcels)
  return parcels.map((parcel) => <PackingSlip key={parcel.number} order={order} parcel={parcel} setting={setting} />)
}

interface SlipProps {
  order: PackedOrder
  parcel: SlipParcel<OrderParcel>
  setting: SheetSetting
}

function PackingSlip({ order, parcel, setting }: SlipProps) {
  const { texts, settings, printed, barcode, withLabels } = setting
  const { t } = texts
  const which = t('printing.parcel', { n: parcel.number, of: parcel.of })
  const wraps = giftWraps(order.extras)
  return (
    <article className={withLabels ? 'sheet filled with-label' : 'sheet filled'}>
      <SheetHead
        kind={t('orders.unprinted.slip')}
        number={order.number}
        note={which}
        bars={{ markup: barcode(order.number), text: order.number }}
      />
      <div className="parties">
        <div>
          <p className="caption">
            {order.delivery === 'SHIP' ? t('word.shipTo') : t(`orders.delivery.${order.delivery}`)}
          </p>
          <div className="to">
            {order.address ? (
              <AddressLines address={order.address} country={texts.country(order.address.country)} />
            ) : (
              <b>
                <IsolatedText text={order.buyerName} />
              </b>
            )}
          </div>
        </div>
        <div className="small">
          <p className="caption">{t('grid.from')}</p>
          <SenderLines sender={settings.sender} texts={texts} />
          <Facts order={order} parcel={parcel} texts={texts} />
        </div>
      </div>
      {wraps.length > 0 ? <Words caption={t('printing.giftWrap')} text={wraps.join('\n')} /> : null}
      {order.giftMessage ? <Words caption={t('printing.gift')} text={order.giftMessage} /> : null}
      {order.note ? <Words caption={t('order.note')} text={order.note} /> : null}
      <Lines order={order} parcel={parcel} texts={texts} />
      <Elsewhere order={order} parcel={parcel} texts={texts} />
      {settings.slipText ? (
        <p className="thanks" dir="auto">
          {settings.slipText}
        </p>
      ) : null}
      <SheetFoot
        left={t('printing.orderParcel', { number: order.number, n: parcel.number, of: parcel.of })}
        right={t('printing.printedAt', { at: printed })}
      />
      {withLabels ? <BoughtLabel label={parcel.sent?.labelKey ?? null} texts={texts} /> : null}
    </article>
  )
}

/** The place of a label, which `drawLabels` fills in the browser: it is a PDF. */
function BoughtLabel({ label, texts: { t } }: { label: string | null; texts: Texts }) {
  if (label === null) return <p className="bought-label small">{t('printing.noLabel')}</p>
  const address = paths.labelsPrint(label)
  return (
    <div className="bought-label small" data-label={address}>
      <a href={address}>{t('printing.label.apart')}</a>
    </div>
  )
}

function Words({ caption, text }: { caption: string; text: string }) {
  return (
    <div className="note">
      <p className="caption">{caption}</p>
      {text.split('\n').map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines of a text have nothing else to tell them apart
        <p key={index} dir="auto">
          {line}
        </p>
      ))}
    </div>
  )
}

type Part = Omit<SlipProps, 'setting'> & { texts: Texts }

function Facts({ order, parcel, texts }: Part) {
  const { t } = texts
  const facts = [
    [t('word.marketplaceNumber'), order.marketplaceNumber],
    [t('word.buyer'), shownBuyer(order.buyer, texts)],
    [t('word.paid'), order.paidAt && texts.moment(order.paidAt, 'date')],
    [t('word.service'), parcel.sent?.service ?? order.service],
    [t('printing.tracking'), parcel.sent?.tracking],
    ...taxFacts(order.taxNumbers),
  ] as const
  return <SheetFacts facts={facts} />
}

function Lines({ order, parcel, texts }: Part) {
  const { t } = texts
  return (
    <table>
      <thead>
        <tr>
          <th>
            <span className="hidden">{t('printing.packed')}</span>
          </th>
          <th className="bin">{t('bulkEdit.field.bin')}</th>
          <th>{t('word.item')}</th>
          <th className="figure">{t('word.ordered')}</th>
          <th className="figure">{t('printing.inParcel')}</th>
        </tr>
      </thead>
      <tbody>
        {order.lines
          .filter(({ id }) => parcel.units.has(id))
          .map((line) => (
            <tr key={line.id}>
              <TickCell />
              <td className="strong bin">
                <IsolatedText text={line.bin ?? ''} />
              </td>
              <td>
                <ItemName line={line} />
                <KitParts line={line} texts={texts} />
              </td>
              <td className="figure">{texts.number(line.quantity - line.cancelled)}</td>
              <td className="figure strong">
                {texts.number(assertDefined(parcel.units.get(line.id), 'it is in the parcel'))}
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  )
}

/** What a kit is made of, for one kit, with the bins of the parts. */
function KitParts({ line: { parts }, texts }: { line: PackedOrderLine; texts: Texts }) {
  return parts?.map(({ sku, title, variation, bin, units }) => (
    <div key={sku} className="small">
      {texts.number(units)} × <IsolatedText text={[title, variation, sku, bin].filter(Boolean).join(' · ')} />
    </div>
  ))
}

export function ItemName({ line }: { line: Pick<PackedOrderLine, 'title' | 'variation' | 'sku'> }) {
  return (
    <>
      <div className="title">
        <IsolatedText text={line.title} />
      </div>
      <div className="small">
        {[line.variation, line.sku].map((text, index) =>
          text ? (
            <span key={text}>
              {index > 0 && line.variation ? ' · ' : ''}
              <IsolatedText text={text} />
            </span>
          ) : null,
        )}
      </div>
    </>
  )
}

/** Items of the order that are in other parcels. */
function Elsewhere({ order, parcel, texts }: Part) {
  const others = order.parcels
    .map(({ lines }, index) => ({ n: index + 1, lines }))
    .filter(({ n, lines }) => n !== parcel.number && lines.length > 0)
  if (others.length === 0) return null
  const lineOf = new Map(order.lines.map((line) => [line.id, line]))
  return (
    <div className="small elsewhere">
      {others.map(({ n, lines }) => (
        <p key={n}>
          {texts.t('printing.elsewhere', {
            n,
            items: texts.list(
              lines.map(({ lineId, quantity }) =>
                [`${texts.number(quantity)} ×`, lineOf.get(lineId)?.title, sku(lineOf.get(lineId)?.sku)]
                  .filter(Boolean)
                  .join(' '),
              ),
            ),
          })}
        </p>
      ))}
    </div>
  )
}

const sku = (text: string | null | undefined) => text && `(${text})`
