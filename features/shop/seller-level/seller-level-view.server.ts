import type { StatusTone } from '#shui/status/status.tsx'
import type { Texts } from '#texts/texts.ts'
import type { SellerStandards } from '#features/core/policy-pack/policy-pack.ts'
import { inMonths } from './evaluation.ts'
import { levelHref, type LevelQuery } from './level-query.ts'
import {
  day,
  measureModels,
  percent,
  span,
  type LevelText,
  type MeasureModel,
  type ViewFor,
} from './measures-view.server.ts'
import type { Standing } from './read-level.server.ts'
import {
  faults,
  levelOf,
  measuresOf,
  supposing,
  suppositions,
  type Counts,
  type Fault,
  type SellerLevel,
  type Supposition,
} from './seller-level.ts'

/** The level at one evaluation. */
interface EvaluationModel {
  when: string
  level: LevelText
  basis: string
}

/** A possible event that can be switched on. */
export interface SuppositionModel {
  id: Supposition
  text: string
  isOn: boolean
  href: string
  /** The resulting level, together with the others switched on, or "no change". */
  result: LevelText
}

/** The model of the page. */
export interface LevelModel {
  now: EvaluationModel
  next: EvaluationModel
  /** Suppositions that can change the level, alone or together. */
  suppositions: SuppositionModel[]
  /** Says that no supposition changes the level, and which measures hold it back; null if one does. */
  unchanged: string | null
  /** The level with everything that is switched on; null if nothing is. */
  all: string | null
  measured: string
  measures: MeasureModel[]
  rules: string[]
}

const tones: Record<SellerLevel, StatusTone> = { TOP_RATED: 'good', ABOVE_STANDARD: 'warn', BELOW_STANDARD: 'bad' }

/** The measure whose orders are shown: the chosen one, or else the first that is missed. */
export function shownFault(counts: Counts, standards: SellerStandards, { fault }: LevelQuery): Fault {
  const missed = measuresOf(counts, standards).find(({ headroom }) => !headroom.isMet)
  return fault ?? faults.find((known) => known === missed?.id) ?? 'late'
}

/** Builds the page's model. */
export function levelModel(standing: Standing, on: ViewFor): LevelModel {
  const { standards, texts, query } = on
  const { t } = texts
  const { last, next, prospects } = standing
  const level = (counts: Counts) => levelOf(counts, standards) ?? 'ABOVE_STANDARD'
  const name = (of: SellerLevel): LevelText => ({ text: t('level.name', { level: of }), tone: tones[of] })
  const upcoming = level(next.counts)
  const levelIf = (chosen: readonly Supposition[]) => level(supposing(next.counts, prospects, chosen))
  const possible = suppositions.filter((id) => isPossible(id, standing))
  const offered = possible.filter((id) => changesLevel(id, possible, levelIf))
  const supposed = query.supposed.filter((id) => offered.includes(id))
  const projected = supposed.length > 0 ? supposing(next.counts, prospects, supposed) : null
  return {
    now: {
      when: last.isReported ? t('level.now.reported') : t('level.now', { day: day(last.at, texts) }),
      level: name(last.level),
      basis: t('level.sold', { ...span(last.window, texts), n: last.orders }),
    },
    next: {
      when: t('level.next', { day: day(next.at, texts) }),
      level: name(upcoming),
      basis: t(next.daysToCome > 0 ? 'level.sold.soFar' : 'level.sold', {
        ...span(next.window, texts),
        n: next.counts.orders,
        days: next.daysToCome,
      }),
    },
    suppositions: offered.map((id) => {
      const isOn = supposed.includes(id)
      const others = supposed.filter((each) => each !== id)
      const chosen = isOn ? others : [...others, id]
      const result = levelIf([...others, id])
      return {
        id,
        text: suppositionText(id, standing, texts),
        isOn,
        href: levelHref({ ...query, supposed: suppositions.filter((each) => chosen.includes(each)) }),
        result: result === levelIf(others) ? { text: t('level.if.same'), tone: 'neutral' } : name(result),
      }
    }),
    unchanged: possible.length > 0 && offered.length === 0 ? unchangedText(next.counts, on) : null,
    all: projected && t('level.if.all', { level: name(level(projected)).text }),
    measured: t('level.measured.note', span(next.window, texts)),
    measures: measureModels(next.counts, projected, on),
    rules: ruleTexts(on),
  }
}

/** Whether the event can still happen at all. */
function isPossible(id: Supposition, { next, prospects }: Standing): boolean {
  if (id === 'expected') return prospects.expected > 0
  return id === 'undelivered' ? prospects.undelivered > 0 : next.counts.orders > next.counts.defects
}

/** Whether the supposition changes the level, in any combination with the others. */
function changesLevel(
  id: Supposition,
  possible: readonly Supposition[],
  levelIf: (chosen: readonly Supposition[]) => SellerLevel,
): boolean {
  const others = possible.filter((each) => each !== id)
  const sets = others.reduce<readonly Supposition[][]>(
    (all, each) => [...all, ...all.map((set) => [...set, each])],
    [[]],
  )
  return sets.some((set) => levelIf(set) !== levelIf([...set, id]))
}

function unchangedText(counts: Counts, { standards, texts }: ViewFor): string {
  const { t } = texts
  const missed = measuresOf(counts, standards).filter(({ headroom }) => !headroom.isMet)
  if (missed.length === 0) return t('level.if.none')
  const measures = texts.list(missed.map(({ id }) => t('level.measure', { id })))
  return t('level.if.none.held', { n: missed.length, measures })
}

function suppositionText(id: Supposition, { next, prospects }: Standing, texts: Texts): string {
  const { t } = texts
  if (id === 'expected') return t('level.if.expected', { n: prospects.expected, day: span(next.window, texts).to })
  return id === 'undelivered' ? t('level.if.undelivered', { n: prospects.undelivered }) : t('level.if.cancel')
}

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
