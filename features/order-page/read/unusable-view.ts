import { isUnshipped } from '#features/core/order/order.ts'
import { partNames } from '#features/orders/order-address/ship-to.ts'
import { isOneOf } from '#lib/is-one-of.ts'
import { trimmed } from '#lib/trimmed.ts'
import type { Texts } from '#texts/texts.ts'
import type { OrderDetails } from './order-details-db.server.ts'

export type UnusableModel = NonNullable<ReturnType<typeof unusableModel>>

/** What readers may see of the fields: values may be of the buyer. */
export function unusableModel(
  { order: { status, unusable } }: OrderDetails,
  { addressDetail, texts: { t } }: { addressDetail: 'full' | 'masked' | 'none'; texts: Texts },
) {
  if (!unusable) return null
  const items = unusable.map(({ field: pointer, value }) => {
    const field = fieldName(pointer, { t })
    if (value === '') return t('order.unusable.missing', { field })
    return addressDetail === 'full' ? t('order.unusable.item', { field, value }) : field
  })
  const isOpen = isUnshipped(status)
  return {
    title: t(isOpen ? 'order.unusable.title' : 'order.unusable.titleLeft'),
    items,
    what: t(isOpen ? 'order.unusable.what' : 'order.unusable.whatLeft'),
  }
}

/** A field by the name of its part, and its own where that says more. */
function fieldName(pointer: string, { t }: Pick<Texts, 't'>): string {
  const steps = pointer.split('/').filter(Boolean)
  const last = trimmed(steps.at(-1) ?? '') || pointer
  const [first = ''] = steps
  if (first === 'lines' && (last === 'item' || last === 'listing')) return t('order.unusable.listing')
  if (first === 'lines' && last === 'title') return t('order.unusable.noTitle')
  if (first === 'placedAt') return t('order.unusable.time')
  const part =
    first === 'buyer' || first === 'shipTo' || first === 'billTo'
      ? t(`order.unusable.${first}`)
      : first.startsWith('payment')
        ? t('order.unusable.payment')
        : null
  if (part === null) return last
  if (steps.length === 1) return part
  return `${part} (${isOneOf(partNames, last) ? t(`order.address.part.${last}`) : last})`
}
