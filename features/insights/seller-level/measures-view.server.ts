import type { SellerStandards } from '#features/core/policy-pack/policy-pack.ts'
import { day as dayLong, hour } from '#lib/duration.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import type { Texts } from '#texts/texts.ts'
import type { EvaluationWindow } from '#features/core/seller-level/evaluation.ts'
import { levelHref, type LevelQuery } from './level-query.ts'
import { faults, measuresOf, type Counts, type Measure } from '#features/core/seller-level/seller-level.ts'

export interface LevelText {
  text: string
  tone: StatusTone
}

export type MeasureModel = ReturnType<typeof measureModels>[number]

export interface ViewFor {
  standards: SellerStandards
  query: LevelQuery
  now: Date
  texts: Texts
  /** Set if the reader may see no amounts: the measure of sales is left out. */
  hidesAmounts?: boolean
}

/** Rows of all measures; `then` has the counts if the chosen suppositions came true. */
export function measureModels(counts: Counts, projected: Counts | null, on: ViewFor) {
  const { standards, query, texts } = on
  const later = projected && new Map(measuresOf(projected, standards).map((measure) => [measure.id, measure]))
  const shown = measuresOf(counts, standards).filter(({ id }) => !(on.hidesAmounts && id === 'sales'))
  return shown.map((measure) => {
    const { id } = measure
    const fault = faults.find((known) => known === id)
    const supposed = later?.get(id)
    const rate = rateOf(measure)
    return {
      id,
      name: texts.t('level.measure', { id }),
      what: measureDescription(measure, counts, on),
      count: countText(measure, texts),
      rate: rate === null ? null : percent(rate, texts),
      required: requirementText(measure, texts),
      gauge: gaugeOf(measure),
      status: levelText(headroomText(measure, texts), measure),
      // The rate if the chosen suppositions came true.
      supposed: supposed ? rateText(supposed, texts) : null,
      href: fault ? levelHref({ ...query, fault, page: 1 }) : null,
    }
  })
}

const isRated = (measure: Measure): measure is Extract<Measure, { of: number }> => 'of' in measure

/** The rate of a measure, for tracking the good share; null without orders, and for measures without a rate. */
function rateOf(measure: Measure): number | null {
  if (!isRated(measure) || measure.of === 0) return null
  const share = measure.count / measure.of
  return measure.id === 'untracked' ? 1 - share : share
}

const levelText = (text: string, { headroom }: Measure): LevelText => ({
  text,
  tone: headroom.isMet ? 'good' : 'bad',
})

function rateText(measure: Measure, texts: Texts): LevelText | null {
  const rate = rateOf(measure)
  return rate === null ? null : levelText(percent(rate, texts), measure)
}

/**
 * The value beside its limit. Rates that must be high have the whole gauge as 100%; counts are compared with what is
 * allowed by rate or number, whichever is more, and the larger of both takes most of the gauge.
 */
function gaugeOf(measure: Measure) {
  if (!isRated(measure) || measure.of === 0) return null
  const { count, headroom } = measure
  if (measure.id === 'untracked') return { value: 1 - count / measure.of, limit: measure.minBps / 10_000 }
  const allowed = headroom.isMet ? count + headroom.n : count - headroom.n
  const most = Math.max(count, allowed)
  return most > 0 ? { value: (count / most) * mostOfGauge, limit: (allowed / most) * mostOfGauge } : null
}

const mostOfGauge = 0.8

function measureDescription({ id }: Measure, { days }: Counts, { standards, texts, now }: ViewFor): string {
  if (id !== 'days') return texts.t('level.measure.what', { id, hours: Math.round(standards.unanswered.within / hour) })
  return texts.t('level.since', { day: day(new Date(now.getTime() - days * dayLong), texts) })
}

function countText(measure: Measure, texts: Texts): string {
  const { t, number } = texts
  if (!isRated(measure))
    return measure.id === 'sales'
      ? texts.moneyRounded({ minor: measure.count, currency: measure.currency })
      : measure.id === 'days'
        ? t('level.days', { n: measure.count })
        : number(measure.count)
  const shown = measure.id === 'untracked' ? measure.of - measure.count : measure.count
  return t('level.of', { n: number(shown), of: number(measure.of) })
}

function requirementText(measure: Measure, texts: Texts): string {
  const { t, number } = texts
  if (measure.id === 'untracked') return t('level.required.least', { rate: percent(measure.minBps / 10_000, texts) })
  if (isRated(measure)) {
    const rate = percent(measure.limit.maxBps / 10_000, texts)
    return measure.id === 'defects'
      ? t('level.required.buyers', { rate, n: measure.limit.max })
      : t('level.required.most', { rate, n: number(measure.limit.max) })
  }
  return t('level.required.number', { n: amountText(measure, measure.required, texts) })
}

const amountText = (measure: Exclude<Measure, { of: number }>, n: number, texts: Texts): string =>
  measure.id === 'sales' ? texts.moneyRounded({ minor: n, currency: measure.currency }) : texts.number(n)

/** From this multiple of the requirement on, the text says "well above" instead of a number. */
const wellAboveFactor = 10

function headroomText(measure: Measure, texts: Texts): string {
  const { t } = texts
  const { isMet, n, toGo } = measure.headroom
  if (!isRated(measure)) {
    if (isMet && measure.count >= measure.required * wellAboveFactor) return t('level.wellAbove')
    return t(isMet ? 'level.above' : 'level.short', { n: amountText(measure, n, texts) })
  }
  const [left, over, overToGo] =
    measure.id === 'untracked'
      ? (['level.tracking.left', 'level.tracking.over', 'level.tracking.over.toGo'] as const)
      : (['level.left', 'level.over', 'level.over.toGo'] as const)
  if (isMet) return t(left, { n })
  const bps = measure.id === 'untracked' ? measure.minBps : measure.limit.maxBps
  return toGo === null ? t(over, { n }) : t(overToGo, { n, toGo, rate: percent(bps / 10_000, texts) })
}

/** A share with two decimals, as the limits have. */
export const percent = (ratio: number, { percent: written }: Texts) => written(ratio, 2)

/** A date with its year, since windows span two years. */
export const day = (at: Date, { moment }: Texts) => moment(at, 'date')

export const span = ({ from, before }: EvaluationWindow, texts: Texts) => ({
  from: day(from, texts),
  to: day(new Date(before.getTime() - 1), texts),
})
