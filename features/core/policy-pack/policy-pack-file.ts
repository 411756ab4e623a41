import { readJsonFileBy } from '#lib/json-file.ts'
import { z } from 'zod'
import { readDuration, second } from '#lib/duration.ts'
import { maxMinor } from '#lib/money.ts'
import { payoutSchedules } from './payout-rules.ts'
import type { PolicyPack, Term } from './policy-pack.ts'

declare module '#web/hub.ts' {
  interface HubConfig {
    policyPack: PolicyPack
  }
}

const mostUnits = 1_000_000

const bps = z.number().int().min(0).max(10_000)
const minor = z.number().int().min(0)

/** Tiers ascend, and only the last is unlimited. */
function rises(ends: readonly (number | undefined)[]): boolean {
  return ends.every((end, index) =>
    index === ends.length - 1 ? end === undefined : end !== undefined && end > (ends[index - 1] ?? 0),
  )
}

const scheduleSchema = z.object({
  mode: z.enum(['MARGINAL', 'WHOLE']),
  tiers: z
    .array(z.object({ upTo: minor.optional(), bps }))
    .min(1)
    .refine((tiers) => rises(tiers.map(({ upTo }) => upTo)), 'tiers that rise, the last without upTo'),
})

/** Parses `P3D` or `PT60M` to milliseconds. */
const duration = z.string().transform((text, context) => {
  const milliseconds = readDuration(text)
  if (milliseconds !== null) return milliseconds
  context.addIssue({ code: 'custom', message: 'a length of time such as P3D or PT60M' })
  return z.NEVER
})

/** Parses `3 business days` or a duration such as `P3D`. */
const term = z.string().transform((text, context): Term => {
  const days = /^(\d{1,3}) business days?$/.exec(text)?.[1]
  if (days !== undefined && Number(days) > 0) return { workingDays: Number(days) }
  const milliseconds = readDuration(text)
  if (milliseconds !== null) return { milliseconds }
  context.addIssue({ code: 'custom', message: 'a term such as 3 business days or P3D' })
  return z.NEVER
})

const deadlinesSchema = z
  .object({
    buyerCancelWindow: duration,
    sellerRespondsToCancel: duration,
    sellerCancelWindow: duration,
    unpaidCancelableAfter: duration,
    refundWindow: duration,
    returnSellerResponse: term,
    returnRefundAfterDelivery: term,
    returnAutoClose: term,
    inquirySellerResponse: term,
    inquiryAutoClose: term,
    caseDecision: term,
    notAsDescribedWindow: duration,
    outOfStockAutoEnd: duration,
    outOfStockWarning: duration,
  })
  .refine((deadlines) => deadlines.unpaidCancelableAfter < deadlines.sellerCancelWindow, {
    path: ['unpaidCancelableAfter'],
    message: 'shorter than sellerCancelWindow: later nothing may be cancelled',
  })
  .refine((deadlines) => deadlines.outOfStockWarning < deadlines.outOfStockAutoEnd, {
    path: ['outOfStockWarning'],
    message: 'shorter than outOfStockAutoEnd: it is counted back from there',
  })

const percent = z.number().int().min(1).max(99)
const partRefundSchema = z
  .object({ least: percent, most: percent, step: percent })
  .refine(({ least, most, step }) => least <= most && (most - least) % step === 0, 'steps from least to most')
const count = z.number().int().min(0)
const limitSchema = z.object({ maxBps: bps, max: count })
const currency = z.string().regex(/^[A-Z]{3}$/)
const levelsSchema = z.object({
  // Every month has a 28th.
  evaluatedOn: z.number().int().min(1).max(28),
  cases: limitSchema,
  topRated: z.object({
    defects: limitSchema,
    cases: limitSchema,
    late: limitSchema,
    trackingMinBps: bps,
    days: count,
    orders: count,
    sales: z.record(currency, minor),
  }),
})
const standardsSchema = z.object({
  defectMaxBps: bps,
  defectMaxBuyers: z.number().int().min(0),
  lookBack: duration,
  busy: z.object({ orders: z.number().int().min(1), months: z.number().int().min(1).max(12) }).optional(),
  levels: levelsSchema.optional(),
  responseTime: z.boolean().optional(),
  countHistory: z.boolean().optional(),
})

/** Defaults for packs without them: typical requirements of marketplaces (seller-hubs 1.12). */
const usualHealth = {
  answerWithin: 'P1D',
  late: { maxBps: 400, max: 3 },
  cases: { maxBps: 100, max: 2 },
  unanswered: { maxBps: 500, max: 3 },
}
const healthSchema = z.object({
  answerWithin: duration,
  late: limitSchema,
  cases: limitSchema,
  unanswered: limitSchema,
})

/** Defaults for packs without them: typical rules of marketplaces (seller-hubs 2.8). */
const usualPayout = {
  schedules: [...payoutSchedules],
  usual: 'WEEKLY' as const,
  availableAfter: 'P2D',
  weekday: 2,
  coversThrough: 7,
  bankDays: { least: 1, most: 3 },
  newSeller: { days: 90, sales: 25, amount: { USD: 25000, GBP: 25000, EUR: 25000 } },
  holdRelease: { afterDelivery: 'P1D', afterLatestDelivery: 'P7D', afterPayment: 'P21D', atMost: 'P30D' },
  retry: { after: 'P1D', attempts: 3 },
  accountChangeAfter: 'PT48H',
}
/** Defaults for packs without them (seller-hubs 2.6): sites of the European Union and Britain charge no fee. */
const usualDispute = { respondWithin: 'P5D', fee: { USD: 2000 }, pictures: 5 }
const disputeSchema = z.object({
  respondWithin: duration,
  fee: z.record(currency, minor),
  // The database keeps no more.
  pictures: z.number().int().min(1).max(5),
})

/** Defaults for packs without them (seller-hubs 1.4, 1.11). */
const usualOffers = {
  perBuyer: 5,
  stands: 'P2D',
  sentStands: 'P4D',
  payWithin: 'P2D',
  leastDiscount: 5,
  undoSeconds: 10,
}
const offersSchema = z
  .object({
    perBuyer: z.number().int().min(1).max(100),
    stands: duration,
    sentStands: duration,
    payWithin: duration,
    leastDiscount: percent,
    undoSeconds: z.number().int().min(0).max(60),
  })
  .transform(({ undoSeconds, ...limits }) => ({ ...limits, undoWithin: undoSeconds * second }))

/** Defaults for packs without it: the rule of the European Union (Directive 98/6/EC, Art. 6a). */
const usualWasPrice = { days: 30, knownDays: 30 }
const wasDays = z.number().int().min(1).max(365)
const wasPriceSchema = z
  .object({ days: wasDays, knownDays: z.number().int().min(0) })
  .refine(({ days, knownDays }) => knownDays <= days, { path: ['knownDays'], message: 'at most days' })

const weekday = z.number().int().min(1).max(7)
const bankDay = z.number().int().min(0).max(30)
const payoutSchema = z
  .object({
    schedules: z.array(z.enum(payoutSchedules)).min(1),
    usual: z.enum(payoutSchedules),
    availableAfter: duration,
    weekday,
    coversThrough: weekday,
    bankDays: z
      .object({ least: bankDay, most: bankDay })
      .refine(({ least, most }) => least <= most, 'from least to most'),
    newSeller: z.object({
      days: count,
      sales: count,
      amount: z.record(currency, minor),
      countHistory: z.boolean().optional(),
    }),
    holdRelease: z.object({
      afterDelivery: duration,
      afterLatestDelivery: duration,
      afterPayment: duration,
      atMost: duration,
    }),
    retry: z.object({ after: duration, attempts: z.number().int().min(1).max(20) }),
    accountChangeAfter: duration,
  })
  .refine(({ schedules, usual }) => schedules.includes(usual), { path: ['usual'], message: 'one of schedules' })

const limitsSchema = z.object({
  priceMinor: minor.min(1).max(maxMinor),
  quantity: z.number().int().min(1).max(mostUnits),
})

const surchargeSchema = z.object({ bps })
const taxCollector = z.enum(['MARKETPLACE', 'SELLER'])

const feesSchema = z.object({
  perOrder: z
    .array(z.object({ orderTotalMax: minor.optional(), fee: minor }))
    .min(1)
    .refine((steps) => rises(steps.map(({ orderTotalMax }) => orderTotalMax)), 'steps that rise, the last without end'),
  schedules: z
    .record(z.string(), scheduleSchema)
    .refine((schedules) => 'DEFAULT' in schedules, 'a schedule named DEFAULT'),
  insertion: z.object({ freePerMonth: z.number().int().min(0), fee: minor }),
  surcharges: z
    .object({ INTERNATIONAL: surchargeSchema.optional(), BELOW_STANDARD: surchargeSchema.optional() })
    .optional(),
})

const packSchema = z
  .object({
    id: z.string().min(1),
    marketplace: z.string().min(1).max(60),
    asOf: z.iso.date(),
    currency,
    deadlines: deadlinesSchema,
    businessDays: z.array(z.number().int().min(1).max(7)).min(1),
    partRefund: partRefundSchema,
    limits: limitsSchema,
    maskContactData: z.boolean().optional(),
    standards: standardsSchema,
    health: healthSchema.prefault(usualHealth),
    payout: payoutSchema.prefault(usualPayout),
    dispute: disputeSchema.prefault(usualDispute),
    offers: offersSchema.prefault(usualOffers),
    wasPrice: wasPriceSchema.nullable().prefault(usualWasPrice),
    // As in packs written before the ledger.
    taxCollectedBy: taxCollector.default('MARKETPLACE'),
    fees: feesSchema,
    feesByCountry: z
      .record(
        z.string().regex(/^[A-Z]{2}$/, 'a country such as GB'),
        z.object({ asOf: z.iso.date(), currency, taxCollectedBy: taxCollector.default('SELLER'), fees: feesSchema }),
      )
      .optional(),
  })
  .transform(({ health: { answerWithin, late, cases, unanswered }, standards, ...pack }) => ({
    ...pack,
    standards: { ...standards, unanswered: { ...unanswered, within: answerWithin }, withoutLevels: { late, cases } },
  }))

/** Reads a policy pack from a JSON file. Throws FileProblem, or InvalidFileError with all problems. */
export function readPolicyPack(file: string | URL): PolicyPack {
  return readJsonFileBy(packSchema, file)
}
