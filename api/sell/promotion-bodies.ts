import { z } from 'zod'
import {
  areRising,
  isCouponCode,
  mostTiers,
  saleKinds,
  type SaleKind,
} from '#features/core/sale-event/checkout-discount.ts'
import { longestSale } from '#features/core/sale-event/sale-event.ts'
import type { SaleForm } from '#features/selling/sale-events/sale-events-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { maxMinor, parseDecimal } from '#lib/money.ts'
import { marketplaceOf } from './order-shape.ts'
import { parseBody, SellError } from './sell-error.ts'
import type { SellCall } from './sell-route.ts'

const inventoryCriterion = z.object({
  inventoryCriterionType: z.literal('INVENTORY_BY_VALUE'),
  listingIds: z.array(z.string()).max(2_000).optional(),
  inventoryItems: z
    .array(z.object({ inventoryReferenceId: z.string() }))
    .max(2_000)
    .optional(),
})

const ofPromotion = {
  name: z.string().trim().min(1),
  marketplaceId: z.string(),
  startDate: z.iso.datetime(),
  endDate: z.iso.datetime(),
  promotionStatus: z.enum(['DRAFT', 'SCHEDULED']),
}

export const markdownBody = z.object({
  ...ofPromotion,
  selectedInventoryDiscounts: z
    .array(
      z.object({
        discountBenefit: z.object({ percentageOffItem: z.string().regex(/^\d{1,2}$/) }),
        inventoryCriterion,
      }),
    )
    // A sale has one discount.
    .length(1),
})

const sellAmount = z.object({ value: z.string(), currency: z.string() })

export const itemPromotionBody = z.object({
  ...ofPromotion,
  promotionType: z.string(),
  discountRules: z
    .array(
      z.object({
        discountBenefit: z.object({
          percentageOffOrder: z
            .string()
            .regex(/^\d{1,2}$/)
            .optional(),
          amountOffOrder: sellAmount.optional(),
        }),
        discountSpecification: z
          .object({ minQuantity: z.int().optional(), minAmount: sellAmount.optional() })
          .optional(),
        ruleOrder: z.int().optional(),
      }),
    )
    .min(1),
  inventoryCriterion,
  couponConfiguration: z.object({ couponCode: z.string(), couponType: z.string().optional() }).optional(),
})

type Form = Pick<SaleForm, 'name' | 'starts_at' | 'ends_at'>
type Cut = Omit<SaleForm, keyof Form>

/** What a body asks for: the sale, and by which listings. */
export interface Wanted {
  cut: Cut
  criterion: z.output<typeof inventoryCriterion>
  body: z.output<z.ZodObject<typeof ofPromotion>>
}

const noDiscount = { tier_units: null, tier_percents: null, code: null, least_minor: null } as const

/** A markdown as a sale. */
export function readMarkdown(call: SellCall): Wanted {
  const body = parseBody(markdownBody, call.body, 38235)
  const [chosen] = body.selectedInventoryDiscounts
  const { discountBenefit, inventoryCriterion: criterion } = assertDefined(chosen, 'there is one')
  const percent = Number(discountBenefit.percentageOffItem)
  if (percent < 1 || percent > 90) throw new SellError(38248, { detail: 'The discount is from 1 to 90 percent.' })
  return { body, criterion, cut: { kind: 'PRICE', percent, price_minor: null, ending: 'NONE', ...noDiscount } }
}

export const promotionTypes = {
  PRICE: 'MARKDOWN_SALE',
  VOLUME: 'VOLUME_DISCOUNT',
  ORDER: 'ORDER_DISCOUNT',
  COUPON: 'CODED_COUPON',
} as const satisfies Record<SaleKind, string>

const kindOfType = (type: string) => saleKinds.find((kind) => kind !== 'PRICE' && promotionTypes[kind] === type)

/** A discount at the checkout as a sale. */
export function readItemPromotion(call: SellCall): Wanted {
  const body = parseBody(itemPromotionBody, call.body, 38235)
  const kind = kindOfType(body.promotionType)
  if (!kind) throw new SellError(345134)
  const { inventoryCriterion: criterion, discountRules: rules, couponConfiguration: coupon } = body
  const { currency } = call.seller
  const minor = (of: z.output<typeof sellAmount> | undefined) => {
    const read = of && of.currency === currency ? parseDecimal(of.value, currency)?.minor : undefined
    if (of && (!read || read < 1 || read > maxMinor)) throw new SellError(38253)
    return read ?? null
  }
  const share = (percent: string | undefined, id: 345132 | 345136) => {
    const read = Number(percent)
    if (percent === undefined || read < 1 || read > 90) throw new SellError(id)
    return read
  }
  const base = { kind, price_minor: null, ending: 'NONE' as const, ...noDiscount }
  if (kind === 'VOLUME') {
    // As eBay's tools send it, the first rule says that one item costs what it costs.
    const steps = rules.filter(({ discountSpecification: of }) => of?.minQuantity !== 1)
    if (steps.length < 1) throw new SellError(345128, { parameters: { numOfDiscountRules: '1' } })
    if (steps.length > mostTiers) throw new SellError(345130, { parameters: { numOfDiscountRules: String(mostTiers) } })
    const tiers = steps.map(({ discountBenefit, discountSpecification }) => ({
      units: discountSpecification?.minQuantity ?? 0,
      percent: share(discountBenefit.percentageOffOrder, 345132),
    }))
    if (!areRising(tiers) || tiers.some(({ units }) => units > 999)) throw new SellError(345132)
    const lists = { tier_units: tiers.map(({ units }) => units), tier_percents: tiers.map(({ percent }) => percent) }
    return { body, criterion, cut: { ...base, ...lists, percent: tiers.at(-1)?.percent ?? null } }
  }
  const [rule, ...others] = rules
  if (!rule || others.length > 0) throw new SellError(38257)
  const { percentageOffOrder, amountOffOrder } = rule.discountBenefit
  if ((percentageOffOrder === undefined) === (amountOffOrder === undefined)) throw new SellError(345136)
  const code = kind === 'COUPON' ? (coupon?.couponCode.toUpperCase() ?? '') : null
  if (code !== null && !isCouponCode(code)) throw new SellError(345137)
  const cut = {
    ...base,
    percent: amountOffOrder ? null : share(percentageOffOrder, 345136),
    price_minor: minor(amountOffOrder),
    code,
    least_minor: minor(rule.discountSpecification?.minAmount),
  }
  return { body, criterion, cut }
}

export const invalid = (fieldName: string) => new SellError(38235, { parameters: { fieldName } })

/** Checks what all promotions have, and returns it as a sale. */
export function readForm({ hub, seller }: SellCall, { body, cut }: Wanted): SaleForm {
  if (body.name.length > 90) throw new SellError(38256, { parameters: { promoNameLength: '90' } })
  if (body.marketplaceId !== marketplaceOf(seller.country)) throw invalid('marketplaceId')
  const [starts, ends, now] = [new Date(body.startDate), new Date(body.endDate), hub.now()]
  if (starts >= ends || ends.getTime() - starts.getTime() > longestSale) throw new SellError(38219)
  if (ends <= now) throw new SellError(38220)
  if (starts <= now) throw new SellError(38229)
  return { ...cut, name: body.name, starts_at: starts, ends_at: ends }
}
