import { feeScheduleName } from '#features/core/ledger/ledger-policy.ts'
import { scheduleOf, variableFee, type FeePack, type FeeSchedule } from '#features/core/fees/fee.ts'
import type { LedgerAccount } from '#db/tables/ledger.ts'
import type { Texts } from '#texts/texts.ts'

export interface WordedPosting {
  account: LedgerAccount
  amount_minor: number
  line_item_id: number | null
}

/** Accounts that say where the seller's money is, rather than what it was for. */
const places: readonly LedgerAccount[] = [
  'funds:processing',
  'funds:available',
  'funds:hold',
  'payout_clearing',
  'bank',
]
/** Tax that the marketplace collects and pays: never the seller's money. */
const beside: readonly LedgerAccount[] = ['tax:marketplace_collected', 'tax:marketplace_remitted']

/** Whether a posting says what the seller earned or paid. */
export const isReason = ({ account }: WordedPosting): boolean => !places.includes(account) && !beside.includes(account)

/** Tax that the marketplace collected with the sale, in minor units. */
export const marketplaceTax = (postings: readonly WordedPosting[]): number =>
  sumOf(postings.filter(({ account }) => account === 'tax:marketplace_collected'))

const baseAccounts: readonly LedgerAccount[] = [
  'revenue:item',
  'revenue:shipping',
  'tax:seller',
  'tax:marketplace_collected',
]

/** The base of a line's percentage fees: its price, shipping and tax. */
export function feeBaseOf(postings: readonly WordedPosting[], lineItemId: number | null): number {
  const own = postings.filter((one) => one.line_item_id === lineItemId && baseAccounts.includes(one.account))
  return own.reduce((sum, { amount_minor: minor }) => sum + Math.abs(minor), 0)
}

/**
 * Rate by which one of the pack's fee schedules produced a final value fee, as a ratio; null if several rates of it
 * applied.
 */
export function rateOf(pack: FeePack, baseMinor: number, feeMinor: number): number | null {
  const schedules = [scheduleOf(pack, 'DEFAULT'), ...Object.values(pack.fees.schedules)]
  const schedule = schedules.find((one) => variableFee(one, baseMinor) === feeMinor)
  return schedule ? onlyRate(schedule, baseMinor) : null
}

/** The rate of the schedule that applies to all of the amount; null if it is divided over several. */
function onlyRate({ mode, tiers }: FeeSchedule, baseMinor: number): number | null {
  const place = tiers.findIndex(({ upTo }) => upTo === undefined || baseMinor <= upTo)
  const tier = tiers[place]
  return tier && (mode === 'WHOLE' || place === 0) ? tier.bps / 10_000 : null
}

/** What a posting was for, in plain words: "Final value fee, 13.6% of £120.00, schedule GB 2026-01-01". */
export function postingWords(posting: WordedPosting, { all, pack, schedule, currency, texts }: PostingContext): string {
  const { t } = texts
  const { account, amount_minor: minor } = posting
  // A credit takes a fee back.
  const name = accountWords(account, texts)
  const what = account.startsWith('fees:') && minor < 0 ? t('payments.posting.feeBack', { fee: name }) : name
  if (account !== 'fees:fvf_variable' || minor < 0) return what
  const baseMinor = feeBaseOf(all, posting.line_item_id)
  if (baseMinor === 0) return what
  const base = texts.money({ minor: baseMinor, currency })
  // The shop's fees may have changed since.
  const isOfPack = pack !== null && schedule === feeScheduleName(pack)
  const rate = isOfPack ? rateOf(pack, baseMinor, minor) : null
  const fee =
    rate === null
      ? t('payments.posting.base', { fee: what, base })
      : t('payments.posting.rate', { fee: what, base, rate: texts.percent(rate, 2) })
  return schedule === null ? fee : `${fee}, ${t('payments.posting.schedule', { schedule })}`
}

export interface PostingContext {
  all: readonly WordedPosting[]
  /** Fees that the shop has now. */
  pack: FeePack | null
  schedule: string | null
  currency: string
  texts: Texts
}

/** Name of an account: "Final value fee". A choice of a text takes no colon. */
export const accountWords = (account: LedgerAccount, { t }: Pick<Texts, 't'>): string =>
  t('payments.posting', { account: account.replace(':', '_') })

const sumOf = (postings: readonly WordedPosting[]) => postings.reduce((sum, { amount_minor: minor }) => sum + minor, 0)
