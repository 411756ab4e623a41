import { z } from 'zod'
import type { NewPolicy } from '#features/selling/policies/policy.ts'
import { text } from '../fields.ts'
import { marketplaceOf } from './order-shape.ts'
import { missingField, wrongField } from './policy-errors.ts'
import { parseBody, SellError, type Warning } from './sell-error.ts'
import type { SellCall } from './sell-route.ts'
import { readShipping, shippingFields } from './shipping-body.ts'

type Terms = Pick<NewPolicy, 'shipping' | 'days'> & { warnings: Warning[] }

const common = z.object({
  name: text(64).optional(),
  description: z.union([z.literal(''), text(1_000)]).optional(),
  marketplaceId: z.string().optional(),
  categoryTypes: z.array(z.object({ name: z.string() })).optional(),
})

export function readPolicy(call: SellCall, kind: NewPolicy['kind']) {
  const { name, description = '', marketplaceId, categoryTypes } = parseBody(common, call.body, 20403)
  if (name === undefined) throw missingField('name')
  if (marketplaceId === undefined) throw missingField('marketplaceId')
  const own = marketplaceOf(call.seller.country)
  if (marketplaceId !== own) throw wrongField('marketplaceId', `The shop's marketplace is ${own}.`)
  if (!categoryTypes?.length) throw missingField('categoryTypes')
  if (categoryTypes.some((type) => type.name !== 'ALL_EXCLUDING_MOTORS_VEHICLES'))
    throw wrongField('categoryTypes', 'There is ALL_EXCLUDING_MOTORS_VEHICLES alone.')
  const { shipping, days, warnings } = terms[kind](call)
  return { policy: { kind, name: name.trim(), terms: description, shipping, days }, warnings }
}

const period = z.object({ value: z.int().min(0).max(365), unit: z.string() })

const fulfilment = shippingFields.extend({
  pickupDropOff: z.boolean().optional(),
  freightShipping: z.boolean().optional(),
  globalShipping: z.boolean().optional(),
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
  PAYMENT: ({ body }) => ({ shipping: null, days: null, warnings: notKept(parseBody(payment, body, 20403)) }),
  RETURN: readReturns,
}

function readFulfilment(call: SellCall): Terms {
  const { pickupDropOff, freightShipping, globalShipping, ...sent } = parseBody(fulfilment, call.body, 20403)
  const warnings = notKept({ pickupDropOff, freightShipping, globalShipping })
  return { shipping: readShipping(call.seller, sent), days: null, warnings }
}

function readReturns({ body }: SellCall): Terms {
  const { returnsAccepted, returnPeriod, refundMethod = 'MONEY_BACK', ...others } = parseBody(returns, body, 20403)
  if (returnsAccepted === undefined) throw missingField('returnsAccepted')
  const warnings = notKept(others)
  if (!returnsAccepted) return { shipping: null, days: 0, warnings }
  if (!returnPeriod) throw missingField('returnPeriod')
  const refused = (fieldName: string, detail: string) => new SellError(20406, { detail, parameters: { fieldName } })
  if (returnPeriod.unit !== 'DAY' || returnPeriod.value === 0)
    throw refused('returnPeriod', 'A period has 1 to 365 times DAY.')
  if (refundMethod !== 'MONEY_BACK') throw refused('refundMethod', 'What comes back is refunded: MONEY_BACK.')
  return { shipping: null, days: returnPeriod.value, warnings }
}

/** Warnings for fields without effect. */
const notKept = (fields: Readonly<Record<string, unknown>>): Warning[] =>
  Object.entries(fields).flatMap(([fieldName, value]) => {
    const isEmpty =
      value === undefined || value === null || value === false || (Array.isArray(value) && value.length === 0)
    const detail = `The hub keeps no ${fieldName} of a policy: it holds what the shop's settings say.`
    return isEmpty ? [] : [{ id: 20200 as const, details: { detail, parameters: { fieldName } } }]
  })
