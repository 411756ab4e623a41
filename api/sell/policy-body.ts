import { z } from 'zod'
import type { NewPolicy } from '#features/selling/policies/policy.ts'
import { text } from '#api/fields.ts'
import { marketplaceOf } from './order-shape.ts'
import { missingField, wrongField } from './policy-errors.ts'
import { parseBody, SellError, type Warning } from './sell-error.ts'
import type { SellCall } from './sell-route.ts'
import {
  shippingLimits,
  type Shipping,
  type ShippingRate,
  type ShippingZone,
} from '#features/core/shipping/shipping.ts'
import { everywhere, europeanUnion, readPlace } from '#features/core/shipping/shipping-place.ts'
import { shippingProblems } from '#features/core/shipping/shipping-problems.ts'
import { maxMinor, parseDecimal } from '#lib/money.ts'
import { regionNames, type ShippingShop } from './shipping-shape.ts'

const amount = z.object({ value: z.string(), currency: z.string() })
const region = z.object({ regionName: z.string(), regionType: z.string().optional() })
const locations = z.object({
  regionIncluded: z.array(region).max(300).optional(),
  regionExcluded: z.array(region).max(300).optional(),
})
const dayCount = z.int().min(0).max(shippingLimits.days)

const service = z.object({
  sortOrder: z.int().optional(),
  shippingCarrierCode: z.string().max(shippingLimits.name).optional(),
  shippingServiceCode: z.string().max(shippingLimits.name).optional(),
  freeShipping: z.boolean().optional(),
  shippingCost: amount.optional(),
  additionalShippingCost: amount.optional(),
  surcharge: amount.optional(),
  shipToLocations: locations.optional(),
  rates: z
    .array(
      z.object({
        upToGrams: z.int().min(1).max(shippingLimits.grams).optional(),
        from: amount.optional(),
        cost: amount,
      }),
    )
    .optional(),
  freeFrom: amount.optional(),
  transitDays: z.object({ min: dayCount, max: dayCount }).optional(),
})

export const shippingFields = z.object({
  handlingTime: z.object({ value: z.int().min(0).max(365), unit: z.string() }).optional(),
  shippingOptions: z
    .array(
      z.object({
        optionType: z.enum(['DOMESTIC', 'INTERNATIONAL']),
        costType: z.enum(['FLAT_RATE', 'CALCULATED', 'NOT_SPECIFIED']),
        shippingServices: z.array(service).max(10).optional(),
      }),
    )
    .max(50)
    .optional(),
  localPickup: z.boolean().optional(),
  severalParcels: z.boolean().optional(),
  shopHandlingTime: z.boolean().optional(),
  shipToLocations: locations.optional(),
})

type Sent = z.output<typeof shippingFields>
type SentService = z.output<typeof service>

/** Reads eBay's options into zones: services in turn that go to the same places are of one zone. */
export function readShipping(seller: ShippingShop, sent: Sent): Shipping {
  const { handlingTime, shopHandlingTime, shippingOptions = [], localPickup, severalParcels, shipToLocations } = sent
  const zones: ShippingZone[] = []
  const abroad = placesOf(shipToLocations?.regionIncluded, seller.country)
  for (const { optionType, costType, shippingServices = [] } of shippingOptions) {
    const usual = optionType === 'DOMESTIC' ? [seller.country] : abroad.length > 0 ? abroad : [everywhere]
    for (const each of shippingServices.toSorted((a, b) => (a.sortOrder ?? 0) - (b.sortOrder ?? 0))) {
      const own = placesOf(each.shipToLocations?.regionIncluded, seller.country)
      const places = own.length > 0 ? own : usual
      const last = zones.at(-1)
      const zone = last?.places.join() === places.join() ? last : { places, services: [] }
      if (zone !== last) zones.push(zone)
      zone.services.push({
        carrier: each.shippingCarrierCode ?? '',
        name: each.shippingServiceCode ?? '',
        days: each.transitDays ? [each.transitDays.min, each.transitDays.max] : null,
        rate: readRate(each, costType === 'CALCULATED', seller.currency),
        freeFromMinor: each.freeFrom ? readCost(each.freeFrom, 'freeFrom', { ...seller, most: maxMinor }) : null,
      })
    }
  }
  if (zones.length === 0) throw missingField('shippingOptions')
  const handling = handlingTime && readHandling(handlingTime)
  const shipping = {
    zones,
    excluded: placesOf(shipToLocations?.regionExcluded, seller.country),
    handlingDays: handling === undefined || (shopHandlingTime && handling === seller.handling_days) ? null : handling,
    pickup: localPickup ?? false,
    splits: severalParcels ?? false,
  }
  const [problem] = shippingProblems(shipping)
  if (problem) throw wrongField('shippingOptions', `${problem.field}: ${problem.problem}.`)
  return shipping
}

function readHandling({ value, unit }: NonNullable<Sent['handlingTime']>): number {
  if (unit !== 'DAY' && unit !== 'BUSINESS_DAY') throw wrongField('handlingTime', 'Its unit is DAY.')
  if (value > shippingLimits.handlingDays) throw wrongField('handlingTime', 'It has at most 30 days.')
  return value
}

function placesOf(regions: readonly z.output<typeof region>[] = [], own: string): string[] {
  return regions.map(({ regionName, regionType }) => {
    if (regionName === regionNames[everywhere]) return everywhere
    if (regionName === regionNames[europeanUnion]) return europeanUnion
    const isShort = regionType === 'STATE_OR_PROVINCE' && !regionName.includes('-')
    const place = readPlace(isShort ? `${own}-${regionName}` : regionName)
    if (place === null) throw wrongField('shipToLocations', `“${regionName}” is no place that the hub knows.`)
    return place
  })
}

function readRate(sent: SentService, isCalculated: boolean, currency: string): ShippingRate {
  const cost = (field: 'shippingCost' | 'additionalShippingCost' | 'surcharge') => {
    const given = sent[field]
    return given && readCost(given, field, { currency })
  }
  if (isCalculated) return { by: 'carrier', surchargeMinor: cost('surcharge') ?? 0 }
  if (sent.rates) return readBands(sent.rates, currency)
  if (sent.freeShipping) return { by: 'flat', minor: 0 }
  const minor = cost('shippingCost')
  if (minor === undefined) throw missingField('shippingCost')
  const furtherMinor = cost('additionalShippingCost')
  return furtherMinor === undefined ? { by: 'flat', minor } : { by: 'units', minor, furtherMinor }
}

function readBands(rates: NonNullable<SentService['rates']>, currency: string): ShippingRate {
  const minorOf = (given: z.output<typeof amount>, most?: number) => readCost(given, 'rates', { currency, most })
  if (rates.some(({ upToGrams }) => upToGrams !== undefined))
    return {
      by: 'weight',
      bands: rates.map(({ upToGrams, cost }) => {
        if (upToGrams === undefined) throw missingField('upToGrams')
        return { upToGrams, minor: minorOf(cost) }
      }),
    }
  return {
    by: 'value',
    bands: rates.map(({ from, cost }) => {
      if (!from) throw missingField('from')
      return { fromMinor: minorOf(from, maxMinor), minor: minorOf(cost) }
    }),
  }
}

function readCost(
  given: z.output<typeof amount>,
  field: string,
  { currency, most = shippingLimits.minor }: { currency: string; most?: number | undefined },
): number {
  const money = given.currency === currency ? parseDecimal(given.value, currency) : null
  if (!money || money.minor < 0 || money.minor > most)
    throw wrongField(field, `“${given.value} ${given.currency}” is no price in ${currency}.`)
  return money.minor
}

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
