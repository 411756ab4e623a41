import { creditRows } from './credit-note.ts'
import type { CreditNote } from './credit-notes-db.server.ts'
import { taxName, taxRows } from './invoice.ts'
import { SheetFacts, SheetFoot, SheetHead, SheetParties } from './sheet-parts.server.tsx'
import { ItemName, type SheetSetting } from './slip.server.tsx'

interface CreditProps {
  note: CreditNote
  setting: Pick<SheetSetting, 'texts' | 'printed'>
}

export function CreditSheet({ note, setting: { texts, printed } }: CreditProps) {
  const { t } = texts
  const { seller, buyer, orderNumber, invoice, prefix } = note.contents
  const number = prefix + note.number
  return (
    <article className="sheet filled">
      <SheetHead kind={t('printing.credit')} number={number} note={texts.moment(note.issued_at, 'date')} />
      <SheetParties caption={t('printing.creditTo')} buyer={buyer} seller={seller} texts={texts}>
        <Facts note={note} setting={{ texts, printed }} />
      </SheetParties>
      <Sums note={note} setting={{ texts, printed }} />
      <SheetFoot
        left={t('printing.creditOf', { credit: number, invoice, order: orderNumber })}
        right={t('printing.printedAt', { at: printed })}
      />
    </article>
  )
}

function Facts({ note: { contents }, setting: { texts } }: CreditProps) {
  const { t } = texts
  const { seller, orderNumber, invoice, invoicedAt, refundedAt, reason } = contents
  const day = (at: string) => texts.moment(new Date(at), 'date')
  const facts = [
    [t(`printing.taxNumber.${taxName(seller.country)}`), seller.taxNumber],
    [t('printing.corrects'), t('printing.corrects.of', { invoice, date: day(invoicedAt) })],
    [t('word.order'), orderNumber],
    [t('word.refunded'), day(refundedAt)],
    [t('word.reason'), t(`order.refundReason.${reason}`)],
  ] as const
  return <SheetFacts facts={facts} />
}

function Sums({ note: { contents }, setting: { texts } }: CreditProps) {
  const { t } = texts
  const { currency, lines, extras = [], seller, taxMinor, taxes = [], totalMinor } = contents
  const name = t(`printing.tax.${taxName(seller.country)}`)
  const { added, contained } = taxRows(taxes, { taxMinor, name, texts })
  const ofOrder = extras.length > 0 ? texts.list(extras) : t('printing.wholeRefund')
  const money = (minor: number) => texts.money({ minor, currency })
  return (
    <table className="invoice">
      <thead>
        <tr>
          <th className="item">{t('word.refunded')}</th>
          <th className="figure">{t('word.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.length === 0 ? (
          <tr>
            <td className="item">{t('printing.wholeRefund')}</td>
            <td className="figure">{money(totalMinor)}</td>
          </tr>
        ) : null}
        {creditRows(lines).map(({ of, minor }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two parts of a refund may be of the same thing
          <tr key={index}>
            <td className="item">
              {of === 'shipping' ? t('word.shipping') : of === 'order' ? ofOrder : <ItemName line={of} />}
            </td>
            <td className="figure">{money(minor)}</td>
          </tr>
        ))}
        {added.map(([label, minor]) => (
          <SumRow key={label} label={label} amount={money(minor)} />
        ))}
        <tr className="sum total">
          <td>{t('printing.creditTotal')}</td>
          <td className="figure">{money(totalMinor)}</td>
        </tr>
        {contained.map(([label, minor]) => (
          <SumRow key={label} label={label} amount={money(minor)} />
        ))}
      </tbody>
    </table>
  )
}

const SumRow = ({ label, amount }: { label: string; amount: string }) => (
  <tr className="sum">
    <td>{label}</td>
    <td className="figure">{amount}</td>
  </tr>
)
