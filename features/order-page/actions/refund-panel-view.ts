import { extraTitles, paidExtras } from '#features/core/order/extra.ts'
import { dropReasons } from '#features/after-sale/cancellations/cancellation.ts'
import type { OrderMoney } from '#features/after-sale/refunds/refund.ts'
import { chosenReasons, leftOf, refundableOf, type RefundKey } from '#features/after-sale/refunds/refund.ts'
import type { RefundPanelModel } from '#features/after-sale/refunds/refund-form.ts'
import type { Texts } from '#texts/texts.ts'
import { pairs } from '#lib/pairs.ts'
import type { OrderDetails } from '#features/order-page/read/order-details-db.server.ts'
import { linesModel } from '#features/order-page/read/order-lines-view.ts'

const dropWords = (reason: (typeof dropReasons)[number], { t }: Texts) =>
  reason === 'OTHER' ? t('refund.cancels.other') : t(`cancel.sellerReason.${reason}`)

export function refundPanelModel(
  details: OrderDetails,
  money: OrderMoney,
  { key, mayDrop, texts }: { key: RefundKey; mayDrop: boolean; texts: Texts },
): RefundPanelModel {
  const { currency } = details.order
  const amount = (minor: number) => texts.money({ minor, currency })
  const refundable = refundableOf(money)
  const lines = pairs(money.lines, linesModel(details, texts)).map(([{ line, itemMinor, taxMinor }, item]) => {
    const { title, facts, image } = item
    const leftMinor = leftOf(line, refundable)
    return {
      line,
      title,
      facts,
      image,
      paid: amount(itemMinor + taxMinor),
      tax: taxMinor > 0 ? amount(taxMinor) : null,
      leftMinor,
      left: amount(leftMinor),
    }
  })
  const share = (of: 'shipping' | 'extras', paidMinor: number) => {
    const leftMinor = leftOf(of, refundable)
    return { paid: amount(paidMinor), leftMinor, left: amount(leftMinor) }
  }
  const { extras } = details.order
  return {
    currency,
    grouping: texts.grouping,
    lines,
    shipping: money.shippingMinor > 0 ? share('shipping', money.shippingMinor) : null,
    extras:
      paidExtras(extras) > 0 ? { title: extraTitles(extras, texts), ...share('extras', paidExtras(extras)) } : null,
    leftMinor: refundable.leftMinor,
    left: amount(refundable.leftMinor),
    reasons: chosenReasons.map((value) => ({ value, label: texts.t(`order.refundReason.${value}`) })),
    cancelReasons: mayDrop ? dropReasons.map((value) => ({ value, label: dropWords(value, texts) })) : [],
    values: {
      key,
      scope: 'rest',
      lines: {},
      shipping: '',
      extras: '',
      amount: '',
      reason: '',
      cancels: true,
      cancelReason: dropReasons[0],
    },
  }
}
