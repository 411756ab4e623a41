import { sumExtras } from '#features/core/order/extra.ts'
import { addedMinor, includedMinor, sumTaxes } from '#features/core/order/line-tax.ts'
import { lineMinor, taxName, taxRows } from './invoice.ts'
import type { Invoice } from './invoices-db.server.ts'
import { SheetFacts, SheetFoot, SheetHead, SheetParties } from './sheet-parts.server.tsx'
import { ItemName, type SheetSetting } from './slip.server.tsx'

interface InvoiceProps {
  invoice: Invoice
  setting: Pick<SheetSetting, 'texts' | 'printed'>
}

/** Sheet of an issued invoice; reprints are identical. */
export function InvoiceSheet({ invoice, setting: { texts, printed } }: InvoiceProps) {
  const { t } = texts
  const { seller, buyer, orderNumber, text } = invoice.contents
  const number = invoice.contents.prefix + invoice.number
  return (
    <article className="sheet filled">
      <SheetHead kind={t('printing.invoice')} number={number} note={texts.moment(invoice.issued_at, 'date')} />
      <SheetParties caption={t('order.billTo')} buyer={buyer} seller={seller} texts={texts}>
        <Facts invoice={invoice} setting={{ texts, printed }} />
      </SheetParties>
      <Items invoice={invoice} setting={{ texts, printed }} />
      {text ? (
        <p className="thanks" dir="auto">
          {text}
        </p>
      ) : null}
      <SheetFoot
        left={t('printing.invoiceOf', { invoice: number, order: orderNumber })}
        right={t('printing.printedAt', { at: printed })}
      />
    </article>
  )
}

function Facts({ invoice: { contents }, setting: { texts } }: InvoiceProps) {
  const { t } = texts
  const { seller, orderNumber, orderedAt, paidAt, shippedAt } = contents
  const day = (at: string | null) => at && texts.moment(new Date(at), 'date')
  const facts = [
    [t(`printing.taxNumber.${taxName(seller.country)}`), seller.taxNumber],
    [t('word.order'), orderNumber],
    [t('word.marketplaceNumber'), contents.marketplaceNumber],
    [t('word.ordered'), day(orderedAt)],
    [t('word.paid'), day(paidAt)],
    // Tax laws require the date of supply if it differs from the invoice date.
    [t('word.shipped'), day(shippedAt)],
    // The IOSS number belongs to the marketplace and is not printed on invoices.
    ...(contents.taxNumbers ?? [])
      .filter(({ type }) => type !== 'IOSS')
      .map(({ type, number }) => [t('printing.taxNumber.buyer', { type }), number] as const),
  ] as const
  return <SheetFacts facts={facts} />
}

function Items({ invoice: { contents }, setting: { texts } }: InvoiceProps) {
  const { t } = texts
  const { currency, lines, seller } = contents
  const money = (minor: number) => texts.money({ minor, currency })
  const tax = t(`printing.tax.${taxName(seller.country)}`)
  const extras = contents.extras ?? []
  const { reducedMinor } = sumExtras(extras)
  const taxes = sumTaxes([...lines.map(({ taxes: named = null }) => ({ taxes: named })), ...extras])
  const { added, contained } = taxRows(taxes, { taxMinor: contents.taxMinor, name: tax, texts })
  const sums = [
    // Extras below zero are rows of their own, and not part of the discount.
    [t('printing.subtotal'), contents.subtotalMinor - reducedMinor],
    [t('word.discount'), reducedMinor - contents.discountMinor],
    [t('word.shipping'), contents.shippingMinor],
    ...(taxes.length === 0 ? [[tax, contents.taxMinor] as const] : added),
  ] as const
  return (
    <table className="invoice">
      <thead>
        <tr>
          <th className="item">{t('word.item')}</th>
          <th className="figure">{t('word.quantity')}</th>
          <th className="figure">{t('word.price')}</th>
          <th className="figure">{tax}</th>
          <th className="figure">{t('word.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two lines of an order may be the same thing
          <tr key={index}>
            <td className="item">
              <ItemName line={line} />
              {line.discountMinor > 0 ? (
                <div className="small">{t('printing.lineDiscount', { amount: money(line.discountMinor) })}</div>
              ) : null}
            </td>
            <td className="figure">{texts.number(line.quantity)}</td>
            <td className="figure">{money(line.unitPriceMinor)}</td>
            <td className="figure">{money(line.taxMinor + includedMinor(line.taxes ?? null))}</td>
            <td className="figure">{money(lineMinor(line))}</td>
          </tr>
        ))}
        {extras.map(({ title, minor, taxes: named }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two extras of an order may be the same thing
          <tr key={`extra ${index}`}>
            <td className="item">
              <ItemName line={{ title, variation: null, sku: null }} />
            </td>
            <td className="figure">{texts.number(1)}</td>
            <td className="figure">{money(minor)}</td>
            <td className="figure">{money(addedMinor(named) + includedMinor(named))}</td>
            <td className="figure">{money(minor)}</td>
          </tr>
        ))}
        {sums.map(([label, minor]) => (
          <tr key={label} className="sum">
            <td colSpan={4}>{label}</td>
            <td className="figure">{money(minor)}</td>
          </tr>
        ))}
        <tr className="sum total">
          <td colSpan={4}>{t('word.total')}</td>
          <td className="figure">{money(contents.totalMinor)}</td>
        </tr>
        {contained.map(([label, minor]) => (
          <tr key={label} className="sum">
            <td colSpan={4}>{label}</td>
            <td className="figure">{money(minor)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
