import { areRising, isCouponCode, saleKinds, type VolumeTier } from '#features/core/sale-event/checkout-discount.ts'
import { longestSale } from '#features/core/sale-event/sale-event.ts'
import { priceEndings } from '#features/core/sale-event/sale-price.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { readAmount, readUnits } from '#lib/read-amount.ts'
import { momentOf } from '#lib/zoned-time.ts'
import { exampleAmount } from '#texts/example-amount.ts'
import type { FormAnswer } from '#web/form-answer.ts'
import type { SellerActionArgs } from '#web/guard.server.ts'
import type { SaleForm } from './sale-events-db.server.ts'
import { tierFields } from './tier-fields.ts'

interface Typed extends FormAnswer<string> {
  sale: SaleForm
}

const times = ['startDate', 'startTime', 'endDate', 'endTime'] as const

/** Reads the form of a sale; its times are in the shop's zone. */
export function readSaleForm({ form, seller, texts }: SellerActionArgs): Typed {
  const { t, grouping } = texts
  const { currency } = seller
  const errors: Typed['errors'] = {}
  const text = (name: string) => textOf(form, name)
  const kind = oneOf(form, 'kind', saleKinds) ?? 'PRICE'
  const by = oneOf(form, 'by', ['percent', 'price']) ?? 'percent'
  const ending = kind === 'PRICE' ? (oneOf(form, 'ending', priceEndings) ?? 'NONE') : 'NONE'
  const values = Object.fromEntries(
    ['name', 'figure', 'code', 'least', 'mostUses', 'mostPerBuyer', ...tierFields.flat(), ...times].map((name) => [
      name,
      text(name),
    ]),
  )
  const share = (name: string) => {
    const percent = readUnits(text(name), grouping)
    if (percent !== null && percent >= 1 && percent <= 90) return percent
    errors[name] = t('saleEvents.error.percent')
    return 1
  }
  const amount = (name: string) => {
    const minor = readAmount(text(name), { currency, grouping })
    if (!minor) errors[name] = t('costs.problem.cost', { example: exampleAmount(currency, texts) })
    return minor
  }
  const tiers = (): VolumeTier[] =>
    tierFields.flatMap(([units, percent], nth) => {
      if (nth > 0 && text(units) === '' && text(percent) === '') return []
      const from = readUnits(text(units), grouping)
      if (from === null || from < 2 || from > 999) errors[units] = t('saleEvents.error.units')
      return { units: from ?? 0, percent: share(percent) }
    })
  const moment = (name: 'start' | 'end') => {
    const [date, time] = [text(`${name}Date`), text(`${name}Time`) || '00:00']
    const isGiven =
      /^20\d\d-\d\d-\d\d$/.test(date) && /^\d\d:\d\d$/.test(time) && !Number.isNaN(Date.parse(`${date}T${time}Z`))
    if (!isGiven) errors[`${name}Date`] = t('saleEvents.error.time')
    return isGiven ? momentOf(date, time, seller.timeZone) : new Date(0)
  }
  if (text('name') === '' || text('name').length > 90) errors['name'] = t('saleEvents.error.name')
  const steps = kind === 'VOLUME' ? tiers() : null
  if (steps && Object.keys(errors).every((name) => name === 'name') && !areRising(steps))
    errors['units1'] = t('saleEvents.error.tiers')
  const percent = steps ? (steps.at(-1)?.percent ?? 1) : by === 'percent' ? share('figure') : null
  const price = !steps && by === 'price' ? amount('figure') : null
  const code = kind === 'COUPON' ? text('code').toUpperCase() : null
  if (code !== null && !isCouponCode(code)) errors['code'] = t('saleEvents.error.code')
  const least = (kind === 'ORDER' || kind === 'COUPON') && text('least') !== '' ? amount('least') : null
  const most = (name: 'mostUses' | 'mostPerBuyer', bound: number) => {
    if (kind !== 'COUPON' || text(name) === '') return null
    const uses = readUnits(text(name), grouping)
    if (uses === null || uses < 1 || uses > bound) errors[name] = t('saleEvents.error.uses', { n: bound })
    return uses
  }
  const [starts, ends] = [moment('start'), moment('end')]
  if (!errors['startDate'] && !errors['endDate']) {
    if (ends <= starts) errors['endDate'] = t('saleEvents.error.order')
    else if (ends.getTime() - starts.getTime() > longestSale) errors['endDate'] = t('saleEvents.error.long')
  }
  const sale: SaleForm = {
    name: text('name'),
    kind,
    percent,
    price_minor: price,
    ending,
    tier_units: steps && steps.map(({ units }) => units),
    tier_percents: steps && steps.map((step) => step.percent),
    code,
    least_minor: least,
    most_uses: most('mostUses', 1_000_000),
    most_per_buyer: most('mostPerBuyer', 1_000),
    starts_at: starts,
    ends_at: ends,
  }
  return { errors, values: { ...values, kind, by, ending }, sale }
}
