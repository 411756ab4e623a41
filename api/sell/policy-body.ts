import { z } from 'zod'
import type { NewPolicy } from '#features/selling/policies/policy.ts'
import { maxMinor, parseDecimal } from '#lib/money.ts'
import { text } from '../fields.ts'
import { marketplaceOf } from './order-shape.ts'
import { parseBody, SellError, type Warning } from './sell-error.ts'
import type { SellCall } from './sell-route.ts'

export interface SentPolicy {
  policy: NewPolicy
  warnings: Warning[]
}

type Terms = Pick<NewPolicy, 'priceMinor' | 'days'> & { warnings: Warning[] }

const missing = (fieldName: string) =>
  new SellError(20401, { detail: `${fieldName} is missing.`, parameters: { fieldName } })
const wrong = (fieldName: string, detail: string) => new SellError(20403, { detail, parameters: { fieldName } })

const common = z.object({
  name: text(64).optional(),
  description: z.union([z.literal(''), text(1_000)]).optional(),
  marketplaceId: z.string().optional(),
  categoryTypes: z.array(z.object({ name: z.string() })).optional(),
})

export function readPolicy(call: SellCall, kind: NewPolicy['kind']): SentPolicy {
  const { name, description = '', marketplaceId, categoryTypes } = parseBody(common, call.body, 20403)
  if (name === undefined) throw missing('name')
  if (marketplaceId === undefined) throw missing('marketplaceId')
  const own = marketplaceOf(call.seller.country)
  if (marketplaceId !== own) throw wrong('marketplaceId', `The shop's marketplace is ${own}.`)
  if (!categoryTypes?.length) throw missing('categoryTypes')
  if (categoryTypes.some((type) => type.name !== 'ALL_EXCLUDING_MOTORS_VEHICLES'))
    throw wrong('categoryTypes', 'There is ALL_EXCLUDING_MOTORS_VEHICLES alone.')
  const { priceMinor, days, warnings } = terms[kind](call)
  return { policy: { kind, name: name.trim(), terms: description, priceMinor, days }, warnings }
}

const period = z.object({ value: z.int().min(0).max(365), unit: z.string() })
const amount = z.object({ value: z.string(), currency: z.string() })

const fulfilment = z.object({
  handlingTime: period.optional(),
  shippingOptions: z
    .array(
      z.object({
        optionType: z.enum(['DOMESTIC', 'INTERNATIONAL']),
        costType: z.enum(['FLAT_RATE', 'CALCULATED', 'NOT_SPECIFIED']),
        shippingServices: z
          .array(
            z.object({
              sortOrder: z.int().optional(),
              freeShipping: z.boolean().optional(),
              shippingCost: amount.optional(),
              additionalShippingCost: z.unknown().optional(),
            }),
          )
          .max(10)
          .optional(),
      }),
    )
    .max(10)
    .optional(),
  localPickup: z.boolean().optional(),
  pickupDropOff: z.boolean().optional(),
  freightShipping: z.boolean().optional(),
  globalShipping: z.boolean().optional(),
  shipToLocations: z.unknown().optional(),
})

const payment = z.object({
  immediatePay: z.boolean().optional(),
  paymentMethods: z.array(z.unknown()).optional(),
  deposit: z.unknown().optional(),
  fullPaymentDueIn: z.unknown().optional(),
})

const returns = z.object({
  returnsAccepted: z.boolean().optional(),
  returnPeriod: period.optional(),
  returnShippingCostPayer: z.unknown().optional(),
  refundMethod: z.unknown().optional(),
  returnMethod: z.unknown().optional(),
  internationalOverride: z.unknown().optional(),
})

export const policyBodies = {
  FULFILMENT: common.extend(fulfilment.shape),
  PAYMENT: common.extend(payment.shape),
  RETURN: common.extend(returns.shape),
} as const satisfies Record<NewPolicy['kind'], z.ZodType>

const terms: Readonly<Record<NewPolicy['kind'], (call: SellCall) => Terms>> = {
  FULFILMENT: readFulfilment,
  PAYMENT: ({ body }) => ({ priceMinor: null, days: null, warnings: notKept(parseBody(payment, body, 20403)) }),
  RETURN: readReturns,
}

/** Uses the first domestic service only, because the hub's policies have one price. */
function readFulfilment({ body, seller }: SellCall): Terms {
  const { handlingTime, shippingOptions = [], ...others } = parseBody(fulfilment, body, 20403)
  const domestic = shippingOptions.find(({ optionType }) => optionType === 'DOMESTIC')
  const services = (domestic?.shippingServices ?? []).toSorted((a, b) => (a.sortOrder ?? 0) - (b.sortOrder ?? 0))
  const [first, ...more] = services
  if (!domestic || !first) throw missing('shippingOptions')
  if (domestic.costType !== 'FLAT_RATE')
    throw wrong('costType', 'The hub has prices that are the same for all buyers: FLAT_RATE.')
  const { shippingCost: cost } = first
  if (!first.freeShipping && !cost) throw missing('shippingCost')
  const money =
    first.freeShipping || !cost
      ? { minor: 0 }
      : cost.currency === seller.currency
        ? parseDecimal(cost.value, cost.currency)
        : null
  if (!money || money.minor < 0 || money.minor > maxMinor)
    throw wrong('shippingCost', `“${cost?.value} ${cost?.currency}” is no price in ${seller.currency}.`)
  const own = seller.handling_days
  return {
    priceMinor: money.minor,
    days: null,
    warnings: notKept({
      handlingTime: handlingTime && (handlingTime.value !== own || handlingTime.unit !== 'DAY'),
      shippingOptions: shippingOptions.length > 1 || more.length > 0,
      additionalShippingCost: first.additionalShippingCost,
      ...others,
    }),
  }
}

function readReturns({ body }: SellCall): Terms {
  const { returnsAccepted, returnPeriod, refundMethod = 'MONEY_BACK', ...others } = parseBody(returns, body, 20403)
  if (returnsAccepted === undefined) throw missing('returnsAccepted')
  const warnings = notKept(others)
  if (!returnsAccepted) return { priceMinor: null, days: 0, warnings }
  if (!returnPeriod) throw missing('returnPeriod')
  const refused = (fieldName: string, detail: string) => new SellError(20406, { detail, parameters: { fieldName } })
  if (returnPeriod.unit !== 'DAY' || returnPeriod.value === 0)
    throw refused('returnPeriod', 'A period has 1 to 365 times DAY.')
  if (refundMethod !== 'MONEY_BACK') throw refused('refundMethod', 'What comes back is refunded: MONEY_BACK.')
  return { priceMinor: null, days: returnPeriod.value, warnings }
}

/** Warnings for fields without effect. */
const notKept = (fields: Readonly<Record<string, unknown>>): Warning[] =>
  Object.entries(fields).flatMap(([fieldName, value]) => {
    const isEmpty =
      value === undefined || value === null || value === false || (Array.isArray(value) && value.length === 0)
    const detail = `The hub keeps no ${fieldName} of a policy: it holds what the shop's settings say.`
    return isEmpty ? [] : [{ id: 20200 as const, details: { detail, parameters: { fieldName } } }]
  })
