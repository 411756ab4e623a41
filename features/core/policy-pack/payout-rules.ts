export const payoutSchedules = ['DAILY', 'WEEKLY', 'BIWEEKLY', 'MONTHLY', 'ON_DEMAND'] as const
export type PayoutSchedule = (typeof payoutSchedules)[number]

/** Rules of payouts and of money kept back (seller-hubs 2.8). Durations in milliseconds, days of the week by ISO. */
export interface PayoutRules {
  schedules: readonly PayoutSchedule[]
  /** Schedule of sellers who chose none; one of `schedules`. */
  usual: PayoutSchedule
  availableAfter: number
  /** Day of weekly, two-weekly and monthly payouts; monthly on the first one of the month. */
  weekday: number
  /** They cover what was available at the end of this day before. */
  coversThrough: number
  /** Business days until the bank has a payout. */
  bankDays: { least: number; most: number }
  newSeller: NewSellerRules
  holdRelease: HoldRelease
  /** A payout that failed for a while is tried again `after`, at most `attempts` times in all. */
  retry: { after: number; attempts: number }
  /** When a bank account changed in the hub takes effect. */
  accountChangeAfter: number
}

/** A seller is new until all of it is reached; until then money waits for the delivery. */
export interface NewSellerRules {
  /** Days since the first sale; more than these. */
  days: number
  sales: number
  /** Sales in minor units by currency; one is enough. Not required in other currencies. */
  amount: Readonly<Record<string, number>>
  /** Whether orders of history count as sales. Omitted: they do not. */
  countHistory?: boolean | undefined
}

export interface HoldRelease {
  afterDelivery: number
  /** Counted from the latest estimated delivery, once shipped. */
  afterLatestDelivery: number
  afterPayment: number
  /** The hub's own holds end after this. */
  atMost: number
}

export const availableAt = (paidAt: Date, { availableAfter }: Pick<PayoutRules, 'availableAfter'>) =>
  new Date(paidAt.getTime() + availableAfter)
