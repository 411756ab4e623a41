import type { LevelRules, SellerStandards } from '#features/core/policy-pack/policy-pack.ts'
import { day as dayLong } from '#lib/duration.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import type { Texts } from '#texts/texts.ts'
import type { EvaluationWindow } from './evaluation.ts'
import { levelHref, type LevelQuery } from './level-query.ts'
import { faults, measuresOf, type Counts, type Measure } from './seller-level.ts'

/** A level by name, and whether it is good. */
export interface LevelText {
  text: string
  tone: StatusTone
}

/** A line of what is measured. */
export interface MeasureModel {
  id: Measure['id']
  name: string
  what: string
  count: string
  rate: string | null
  asked: string
  /** How much of what is allowed is used, from 0; null where nothing is. More than 1 is over. */
  share: number | null
  words: LevelText
  /** Its rate, if what is supposed came about; null where nothing is supposed, or it has no rate. */
  supposed: LevelText | null
  /** Where its orders stand. */
  href: string | null
}

/** What the page's words are made of besides the counts. */
export interface ViewFor {
  standards: SellerStandards
  levels: LevelRules
  query: LevelQuery
  now: Date
  texts: Texts
}

/** What is measured, as it stands, and as it would if `then` came about. */
export function measureModels(counts: Counts, then: Counts | null, on: ViewFor): MeasureModel[] {
  const { standards, query, texts } = on
  const later = then && new Map(measuresOf(then, standards).map((measure) => [measure.id, measure]))
  return measuresOf(counts, standards).map((measure) => {
    const { id } = measure
    const fault = faults.find((known) => known === id)
    const supposed = later?.get(id)
    const rate = rateOf(measure)
    return {
      id,
      name: texts.t('level.measure', { id }),
      what: measureWhat(measure, counts, on),
      count: countText(measure, texts),
      rate: rate === null ? null : percent(rate, texts),
      asked: askedText(measure, texts),
      share: shareOf(measure),
      words: { text: headroomText(measure, texts), tone: measure.headroom.isMet ? 'good' : 'bad' },
      supposed: supposed ? rateText(supposed, texts) : null,
      href: fault ? levelHref({ ...query, fault, page: 1 }) : null,
    }
  })
}

const isRated = (measure: Measure): measure is Extract<Measure, { of: number }> => 'of' in measure

/** The rate of a measure, the good part for tracking; null where nothing could be counted, and where it is no rate. */
function rateOf(measure: Measure): number | null {
  if (!isRated(measure) || measure.of === 0) return null
  const share = measure.count / measure.of
  return measure.id === 'untracked' ? 1 - share : share
}

function rateText(measure: Measure, texts: Texts): LevelText | null {
  const rate = rateOf(measure)
  return rate === null ? null : { text: percent(rate, texts), tone: measure.headroom.isMet ? 'good' : 'bad' }
}

/** How much of what is allowed is used: of the more generous of rate and number. */
function shareOf(measure: Measure): number | null {
  if (!isRated(measure) || measure.of === 0) return null
  const { count, headroom } = measure
  const allowed = headroom.isMet ? count + headroom.n : count - headroom.n
  return allowed > 0 ? count / allowed : count > 0 ? 2 : null
}

function measureWhat({ id }: Measure, { days }: Counts, { texts, now }: ViewFor): string {
  if (id !== 'days') return texts.t('level.measure.what', { id })
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

function askedText(measure: Measure, texts: Texts): string {
  const { t, number } = texts
  if (measure.id === 'untracked') return t('level.asked.least', { rate: percent(measure.minBps / 10_000, texts) })
  if (isRated(measure)) {
    const rate = percent(measure.limit.maxBps / 10_000, texts)
    return measure.id === 'defects'
      ? t('level.asked.buyers', { rate, n: measure.limit.max })
      : t('level.asked.most', { rate, n: number(measure.limit.max) })
  }
  return t('level.asked.number', { n: amountText(measure, measure.wanted, texts) })
}

const amountText = (measure: Exclude<Measure, { of: number }>, n: number, texts: Texts): string =>
  measure.id === 'sales' ? texts.moneyRounded({ minor: n, currency: measure.currency }) : texts.number(n)

/** From so many times what is asked for on nobody counts what is left. */
const farAbove = 10

function headroomText(measure: Measure, texts: Texts): string {
  const { t } = texts
  const { isMet, n, toGo } = measure.headroom
  if (!isRated(measure)) {
    if (isMet && measure.count >= measure.wanted * farAbove) return t('level.far')
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

/** A share with two decimals: the best level's limits have them. */
export const percent = (ratio: number, { percent: written }: Texts) => written(ratio, 2)

/** A day with its year: windows reach over two. */
export const day = (at: Date, { moment }: Texts) => moment(at, 'date')

/** The days of a window, the last one with. */
export const span = ({ from, before }: EvaluationWindow, texts: Texts) => ({
  from: day(from, texts),
  to: day(new Date(before.getTime() - 1), texts),
})
