import type { HealthRules } from '#features/core/policy-pack/policy-pack.ts'
import { day, hour } from '#lib/duration.ts'
import type { TabModel } from '#shui/tabs/tabs.tsx'
import type { Texts } from '#texts/texts.ts'
import { paths, withQuery } from '#web/paths.ts'
import type { FailingSeller, HealthCounts } from './health-db.server.ts'
import type { FailedOrder } from './health-figures-db.server.ts'
import { writeHealthQuery, type HealthQuery } from './health-query.ts'
import { failureRates, failures, type Failure, type FailureRate, type HealthFigures } from './health.ts'

/** A formatted figure of a seller. */
export interface RateModel {
  failure: Failure
  /** `–` if there is nothing to count. */
  rate: string
  /** "5 of 40". */
  count: string
  isOver: boolean
  /** Link to its orders; null without orders. */
  href: string | null
}

/** A seller of the list. */
export interface FailingSellerModel {
  name: string
  username: string
  href: string
  sold: string
  /** Writes to the owners. */
  writeHref: string
  rates: RateModel[]
}

/** A failure, its definition, and its limit. */
export interface RuleModel {
  failure: Failure
  name: string
  what: string
  of: string
  limit: string
}

function rateModel({ failure, count, of, isOver }: FailureRate, username: string, { t, percent }: Texts): RateModel {
  return {
    failure,
    rate: of === 0 ? '–' : percent(count / of),
    count: t('health.count', { count, of }),
    isOver,
    href: count > 0 ? paths.operatorSeller(username, failure) : null,
  }
}

/** A seller's figures compared with the limits. */
export const rateModels = (
  { figures, rules, username }: { figures: HealthFigures; rules: HealthRules; username: string },
  texts: Texts,
): RateModel[] => failureRates(figures, rules).map((rate) => rateModel(rate, username, texts))

/** Rows of the list. Figures above their limit at the time of counting are highlighted. */
export function failingModels(rows: readonly FailingSeller[], rules: HealthRules, texts: Texts): FailingSellerModel[] {
  return rows.map(({ username, display_name: name, failing, ...figures }) => ({
    name,
    username,
    href: paths.operatorSeller(username),
    sold: texts.number(figures.sold),
    writeHref: paths.operatorWrite(username),
    rates: rateModels({ figures, rules, username }, texts).map((rate) => ({
      ...rate,
      isOver: failing.includes(rate.failure),
    })),
  }))
}

/** Links to the sellers with one failure. */
export function failureTabs(counts: HealthCounts, query: HealthQuery, { t, number }: Texts): TabModel[] {
  return ([null, ...failures] as const).map((failure) => ({
    label: {
      text: failure ? t('health.short', { failure }) : t('health.all'),
      action: { type: 'NAV', URL: withQuery(paths.operatorHealth, writeHealthQuery({ ...query, failure, offset: 0 })) },
    },
    count: number(counts[failure ?? 'all']),
    active: failure === query.failure,
  }))
}

/** The rules as texts. */
export function ruleModels(rules: HealthRules, { t, percent }: Texts): RuleModel[] {
  return failures.map((failure) => ({
    failure,
    name: t('health.failure', { failure }),
    what: t('health.what', { failure, hours: Math.round(rules.answerWithin / hour) }),
    of: t('health.of', { failure }),
    limit: t('health.limit', { rate: percent(rules[failure].maxBps / 10_000), n: rules[failure].max }),
  }))
}

/** Days covered by the figures. */
export const healthDays = ({ lookBack }: HealthRules) => Math.round(lookBack / day)

/** Orders behind a figure with their events. */
export function evidenceModels(
  orders: readonly FailedOrder[],
  failure: Failure,
  texts: Texts,
): { number: string; placed: string; happened: string }[] {
  return orders.map((order) => ({
    number: order.order_number,
    placed: texts.moment(order.placed_at, 'date'),
    happened: happenedTo(order, failure, texts),
  }))
}

function happenedTo(order: FailedOrder, failure: Failure, { t, moment }: Texts): string {
  const at = (time: Date | null) => (time ? moment(time, 'dateTime') : '')
  const isThere = (time: Date | null) => (time ? 'yes' : 'no')
  switch (failure) {
    case 'late':
      return t('health.late', { by: at(order.ship_by), left: isThere(order.left_at), at: at(order.left_at) })
    case 'cases':
      return t('health.case', {
        number: order.case_number ?? '',
        decided: isThere(order.decided_at),
        at: at(order.decided_at),
      })
    case 'cancelled':
      return t('health.cancelled', { at: at(order.cancelled_at) })
    case 'unanswered':
      return t('health.unanswered', {
        asked: at(order.asked_at),
        answered: isThere(order.answered_at),
        at: at(order.answered_at),
      })
  }
}
