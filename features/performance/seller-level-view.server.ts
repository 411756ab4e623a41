import type { StatusTone } from '#shui/status/status.tsx'
import type { Texts } from '#texts/texts.ts'
import type { SellerStandards } from '#features/policy-pack/policy-pack.ts'
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

const tones: Record<SellerLevel, StatusTone> = { TOP_RATED: 'good', ABOVE_STANDARD: 'warn', BELOW_STANDARD: 'bad' }

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
