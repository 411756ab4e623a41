import type { LevelRules, SellerStandards } from '#features/policy-pack/policy-pack.ts'
import { day as dayLong } from '#lib/duration.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'
import { inMonths, type EvaluationWindow } from './evaluation.ts'
import type { Standing } from './read-level.server.ts'
import {
  faults,
  levelOf,
  measuresOf,
  supposing,
  suppositions,
  type Counts,
  type Fault,
  type Measure,
  type SellerLevel,
  type Supposition,
} from './seller-level.ts'

/** A level by name, and whether it is good. */
export interface LevelText {
  text: string
  tone: StatusTone
}

/** How the shop stands at one evaluation. */
interface EvaluationModel {
  when: string
  level: LevelText
  rests: string
}

/** Something that may come, to be switched on. */
export interface SuppositionModel {
  id: Supposition
  text: string
  isOn: boolean
  href: string
  /** What it alone leads to: another level, or no change. */
  result: LevelText
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

/** How a shop is rated, in words. */
export interface LevelModel {
  now: EvaluationModel
  next: EvaluationModel
  suppositions: SuppositionModel[]
  /** What all that is switched on leads to; null where nothing is. */
  all: string | null
  measured: string
  measures: MeasureModel[]
  rules: string[]
}

/** What the reader chose on the page. */
export interface LevelQuery {
  /** Null: the first measure that fails. */
  fault: Fault | null
  supposed: readonly Supposition[]
  page: number
}

/** Reads what was chosen; what there is not is as if it had not been said. */
export function readLevelQuery(params: URLSearchParams): LevelQuery {
  const supposed = (params.get('if') ?? '').split('.')
  const page = Number(params.get('page'))
  return {
    fault: faults.find((known) => known === params.get('fault')) ?? null,
    supposed: suppositions.filter((known) => supposed.includes(known)),
    page: Number.isSafeInteger(page) && page > 0 ? Math.min(page, 100_000) : 1,
  }
}

/** The address of the page with another choice. */
export const levelHref = ({ fault, supposed, page }: LevelQuery): string =>
  paths.sellerLevel({
    ...(fault ? { fault } : {}),
    ...(supposed.length > 0 ? { if: supposed.join('.') } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  })

const tones: Record<SellerLevel, StatusTone> = { TOP_RATED: 'good', ABOVE_STANDARD: 'warn', BELOW_STANDARD: 'bad' }

interface ViewFor {
  standards: SellerStandards
  levels: LevelRules
  query: LevelQuery
  now: Date
  texts: Texts
}

/** The measure whose orders are shown: the one that was chosen, or the first that fails. */
export function shownFault(counts: Counts, standards: SellerStandards, { fault }: LevelQuery): Fault {
  const missed = measuresOf(counts, standards).find(({ headroom }) => !headroom.isMet)
  return fault ?? faults.find((known) => known === missed?.id) ?? 'late'
}

/** The page's model. */
export function levelModel(standing: Standing, on: ViewFor): LevelModel {
  const { standards, texts, query } = on
  const { t } = texts
  const { last, next, prospects } = standing
  const level = (counts: Counts) => levelOf(counts, standards) ?? 'ABOVE_STANDARD'
  const name = (of: SellerLevel): LevelText => ({ text: t('level.name', { level: of }), tone: tones[of] })
  const coming = level(next.counts)
  const offered = suppositions.filter((id) => isOffered(id, standing))
  const supposed = query.supposed.filter((id) => offered.includes(id))
  const then = supposed.length > 0 ? supposing(next.counts, prospects, supposed) : null
  return {
    now: {
      when: last.isTold ? t('level.now.told') : t('level.now', { day: day(last.at, texts) }),
      level: name(last.level),
      rests: t('level.sold', { ...span(last.window, texts), n: last.orders }),
    },
    next: {
      when: t('level.next', { day: day(next.at, texts) }),
      level: name(coming),
      rests: t(next.daysToCome > 0 ? 'level.sold.soFar' : 'level.sold', {
        ...span(next.window, texts),
        n: next.counts.orders,
        days: next.daysToCome,
      }),
    },
    suppositions: offered.map((id) => {
      const result = level(supposing(next.counts, prospects, [id]))
      const isOn = supposed.includes(id)
      const others = isOn ? supposed.filter((each) => each !== id) : [...supposed, id]
      return {
        id,
        text: suppositionText(id, standing, texts),
        isOn,
        href: levelHref({ ...query, supposed: suppositions.filter((each) => others.includes(each)) }),
        result: result === coming ? { text: t('level.if.same'), tone: 'neutral' } : name(result),
      }
    }),
    all: then && t('level.if.all', { level: name(level(then)).text }),
    measured: t('level.measured.note', span(next.window, texts)),
    measures: measureModels(next.counts, then, on),
    rules: ruleTexts(on),
  }
}

/** What can be supposed: only what could come, and what has an order to come of. */
function isOffered(id: Supposition, { next, prospects }: Standing): boolean {
  if (id === 'expected') return prospects.expected > 0
  return id === 'overdue' ? prospects.overdue > 0 : next.counts.orders > next.counts.defects
}

function suppositionText(id: Supposition, { next, prospects }: Standing, texts: Texts): string {
  const { t } = texts
  if (id === 'expected') return t('level.if.expected', { n: prospects.expected, day: span(next.window, texts).to })
  return id === 'overdue' ? t('level.if.overdue', { n: prospects.overdue }) : t('level.if.cancel')
}

function measureModels(counts: Counts, then: Counts | null, on: ViewFor): MeasureModel[] {
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

const percent = (ratio: number, { percent: written }: Texts) => written(ratio, 2)

const day = (at: Date, { moment }: Texts) => moment(at, 'date')

/** The days of a window, the last one with. */
const span = ({ from, before }: EvaluationWindow, texts: Texts) => ({
  from: day(from, texts),
  to: day(new Date(before.getTime() - 1), texts),
})

function ruleTexts({ standards, levels, texts }: ViewFor): string[] {
  const { t } = texts
  const { busy, lookBack, defectMaxBps, defectMaxBuyers } = standards
  return [
    t('level.how.when', {
      day: levels.evaluatedOn,
      months: busy?.months ?? inMonths(lookBack),
      busy: busy ? 'yes' : 'no',
      orders: texts.number(busy?.orders ?? 0),
      usual: inMonths(lookBack),
      zone: texts.timeZone,
    }),
    t('level.how.late'),
    t('level.how.defects'),
    t('level.how.tracking'),
    t('level.how.below', {
      defects: percent(defectMaxBps / 10_000, texts),
      buyers: defectMaxBuyers,
      cases: percent(levels.cases.maxBps / 10_000, texts),
      number: texts.number(levels.cases.max),
    }),
  ]
}
