import type { SellerStandards } from '#features/core/policy-pack/policy-pack.ts'
import {
  watched,
  watchedLimits,
  watchedRates,
  type FaultCounts,
  type Watched,
  type WatchedRate,
} from '#features/core/seller-level/seller-level.ts'
import { hour } from '#lib/duration.ts'
import type { TabModel } from '#shui/tabs/tabs.tsx'
import type { Texts } from '#texts/texts.ts'
import { paths, withQuery } from '#web/paths.ts'
import type { FailingSeller, HealthCounts } from './health-db.server.ts'
import { writeHealthQuery, type HealthQuery } from './health-query.ts'

export interface RateModel {
  failure: Watched
  /** `–` if there is nothing to count. */
  rate: string
  /** "5 of 40". */
  count: string
  isOver: boolean
  /** Link to its orders; null without orders. */
  href: string | null
}

export type FailingSellerModel = ReturnType<typeof failingModels>[number]

export type RuleModel = ReturnType<typeof ruleModels>[number]

/** A rate with two decimals, as on the seller's own page. */
export const rateWords = ({ count, of }: Pick<WatchedRate, 'count' | 'of'>, { percent }: Texts): string =>
  of === 0 ? '–' : percent(count / of, 2)

function rateModel({ id, isOver, ...rate }: WatchedRate, username: string, texts: Texts): RateModel {
  const { count, of } = rate
  return {
    failure: id,
    rate: rateWords(rate, texts),
    count: texts.t('health.count', { count, of }),
    isOver,
    href: count > 0 ? paths.operatorSeller(username, id) : null,
  }
}

export const rateModels = (
  { counts, standards, username }: { counts: FaultCounts; standards: SellerStandards; username: string },
  texts: Texts,
): RateModel[] => watchedRates(counts, standards).map((rate) => rateModel(rate, username, texts))

/** Rows of the list. Figures above their limit at the time of counting are highlighted. */
export function failingModels(rows: readonly FailingSeller[], standards: SellerStandards, texts: Texts) {
  return rows.map(({ username, display_name: name, failing, ...figures }) => ({
    name,
    username,
    href: paths.operatorSeller(username),
    sold: texts.number(figures.orders),
    // Writes to the owners.
    writeHref: paths.operatorWrite(username),
    rates: watchedRates({ ...figures, defectBuyers: 0 }, standards).map((rate) =>
      rateModel({ ...rate, isOver: failing.includes(rate.id) }, username, texts),
    ),
  }))
}

export function failureTabs(counts: HealthCounts, query: HealthQuery, { t, number }: Texts): TabModel[] {
  return ([null, ...watched] as const).map((failure) => ({
    label: {
      text: failure ? t('level.measure', { id: failure }) : t('word.all'),
      action: { type: 'NAV', URL: withQuery(paths.operatorHealth, writeHealthQuery({ ...query, failure, offset: 0 })) },
    },
    count: number(counts[failure ?? 'all']),
    active: failure === query.failure,
  }))
}

export function ruleModels(standards: SellerStandards, { t, percent }: Texts) {
  const limits = watchedLimits(standards)
  const hours = Math.round(standards.unanswered.within / hour)
  return watched.map((failure) => ({
    failure,
    name: t('level.measure', { id: failure }),
    what: t('health.what', { failure, hours }),
    of: t('health.of', { failure }),
    limit: t('health.limit', { failure, rate: percent(limits[failure].maxBps / 10_000, 2), n: limits[failure].max }),
  }))
}
