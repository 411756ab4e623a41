import { hour } from '#lib/duration.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import type { Texts } from '#texts/texts.ts'
import type { SellerStandards } from '#features/core/policy-pack/policy-pack.ts'
import { inMonths } from '#features/core/seller-level/evaluation.ts'
import { levelHref, type LevelQuery } from './level-query.ts'
import { day, measureModels, percent, span, type LevelText, type ViewFor } from './measures-view.server.ts'
import type { ResponseTime } from '#features/core/seller-level/response-time-db.server.ts'
import type { Standing } from './read-level.server.ts'
import {
  faults,
  isOfLevel,
  levelOf,
  measuresOf,
  supposing,
  suppositions,
  watchedLimits,
  type Counts,
  type Fault,
  type SellerLevel,
  type Supposition,
  type Watched,
} from '#features/core/seller-level/seller-level.ts'

interface EvaluationModel {
  when: string
  level: LevelText
  basis: string
}

export interface SuppositionModel {
  id: Supposition
  text: string
  isOn: boolean
  href: string
  /** The resulting level, together with the others switched on, or "no change". */
  result: LevelText
}

export interface LevelsModel {
  now: EvaluationModel
  next: EvaluationModel
  /** Suppositions that can change the level, alone or together. */
  suppositions: SuppositionModel[]
  /** Says that no supposition changes the level, and which measures hold it back; null if one does. */
  unchanged: string | null
  /** The level with everything that is switched on; null if nothing is. */
  all: string | null
}

export type LevelModel = ReturnType<typeof levelModel>

const tones: Record<SellerLevel, StatusTone> = { TOP_RATED: 'good', ABOVE_STANDARD: 'warn', BELOW_STANDARD: 'bad' }

/** The measure whose orders are shown: the chosen one, or else the first that is missed. */
export function shownFault(counts: Counts, standards: SellerStandards, { fault }: LevelQuery): Fault {
  const missed = measuresOf(counts, standards).find(({ headroom }) => !headroom.isMet)
  return fault ?? faults.find((known) => known === missed?.id) ?? 'late'
}

export function levelModel(standing: Standing, on: ViewFor) {
  const { standards, texts, query } = on
  const { counts, window } = standing.next
  const supposed = query.supposed.filter((id) => offeredSuppositions(standing, standards).includes(id))
  const projected = supposed.length > 0 ? supposing(counts, standing.prospects, supposed) : null
  return {
    // Null if the marketplace has no levels.
    levels: standards.levels ? levelsModel(standing, on) : null,
    required: texts.t(standards.levels ? 'level.column.required' : 'level.column.limit'),
    measured: texts.t('level.measured.note', span(window, texts)),
    measures: measureModels(counts, projected, on),
    rules: ruleTexts(on),
  }
}

/** How soon questions before the sale were answered. */
export function responseText(
  { asked, inTime, typical }: ResponseTime,
  { standards: { unanswered } }: Pick<ViewFor, 'standards'>,
  { t }: Texts,
): string {
  const hours = Math.round(unanswered.within / hour)
  if (asked === 0) return t('level.responses.none')
  const answered = t('level.responses', { n: asked, inTime, hours })
  return typical === null
    ? answered
    : `${answered} ${t('level.responses.typical', { n: Math.max(1, Math.round(typical / hour)) })}`
}

const levelIf = ({ next, prospects }: Standing, standards: SellerStandards, chosen: readonly Supposition[]) =>
  levelOf(supposing(next.counts, prospects, chosen), standards) ?? 'ABOVE_STANDARD'

const possibleSuppositions = (standing: Standing) => suppositions.filter((id) => isPossible(id, standing))

function offeredSuppositions(standing: Standing, standards: SellerStandards): Supposition[] {
  const possible = possibleSuppositions(standing)
  return possible.filter((id) => changesLevel(id, possible, (chosen) => levelIf(standing, standards, chosen)))
}

function levelsModel(standing: Standing, on: ViewFor): LevelsModel {
  const { standards, texts, query } = on
  const { t } = texts
  const { last, next } = standing
  const name = (of: SellerLevel): LevelText => ({ text: t('level.name', { level: of }), tone: tones[of] })
  const ifChosen = (chosen: readonly Supposition[]) => levelIf(standing, standards, chosen)
  const offered = offeredSuppositions(standing, standards)
  const supposed = query.supposed.filter((id) => offered.includes(id))
  const isUnchanged = possibleSuppositions(standing).length > 0 && offered.length === 0
  return {
    now: {
      when: last.isReported ? t('level.now.reported') : t('level.now', { day: day(last.at, texts) }),
      level: name(last.level),
      basis: t('level.sold', { ...span(last.window, texts), n: last.orders }),
    },
    next: {
      when: t('level.next', { day: day(next.at, texts) }),
      level: name(ifChosen([])),
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
      const result = ifChosen([...others, id])
      return {
        id,
        text: suppositionText(id, standing, texts),
        isOn,
        href: levelHref({ ...query, supposed: suppositions.filter((each) => chosen.includes(each)) }),
        result: result === ifChosen(others) ? { text: t('level.if.same'), tone: 'neutral' } : name(result),
      }
    }),
    unchanged: isUnchanged ? unchangedText(next.counts, on) : null,
    all: supposed.length > 0 ? t('level.if.all', { level: name(ifChosen(supposed)).text }) : null,
  }
}

function isPossible(id: Supposition, { next, prospects }: Standing): boolean {
  if (id === 'expected') return prospects.expected > 0
  return id === 'undelivered' ? prospects.undelivered > 0 : next.counts.orders > next.counts.defects
}

/** Whether the supposition changes the level, in any combination with the others. */
function changesLevel(
  id: Supposition,
  possible: readonly Supposition[],
  ifChosen: (chosen: readonly Supposition[]) => SellerLevel,
): boolean {
  const others = possible.filter((each) => each !== id)
  const sets = others.reduce<readonly Supposition[][]>(
    (all, each) => [...all, ...all.map((set) => [...set, each])],
    [[]],
  )
  return sets.some((set) => ifChosen(set) !== ifChosen([...set, id]))
}

function unchangedText(counts: Counts, { standards, texts }: ViewFor): string {
  const { t } = texts
  const missed = measuresOf(counts, standards).filter((measure) => isOfLevel(measure) && !measure.headroom.isMet)
  if (missed.length === 0) return t('level.if.none')
  return t('level.if.none.held', { measures: texts.list(missed.map(({ id }) => t('level.missed', { id }))) })
}

function suppositionText(id: Supposition, { next, prospects }: Standing, texts: Texts): string {
  const { t } = texts
  if (id === 'expected') return t('level.if.expected', { n: prospects.expected, day: span(next.window, texts).to })
  return id === 'undelivered' ? t('level.if.undelivered', { n: prospects.undelivered }) : t('level.if.cancel')
}

function ruleTexts({ standards, texts }: ViewFor): string[] {
  const { t, number } = texts
  const { busy, lookBack, levels, unanswered } = standards
  const limits = watchedLimits(standards)
  const words = (id: Watched) => ({
    [id]: percent(limits[id].maxBps / 10_000, texts),
    [`${id}Number`]: number(limits[id].max),
  })
  return [
    ...(levels
      ? [
          t('level.how.when', {
            day: levels.evaluatedOn,
            months: busy?.months ?? inMonths(lookBack),
            busy: busy ? 'yes' : 'no',
            orders: number(busy?.orders ?? 0),
            usual: inMonths(lookBack),
            zone: texts.timeZone,
          }),
        ]
      : []),
    t('level.how.late'),
    t('level.how.defects'),
    ...(levels ? [t('level.how.tracking')] : []),
    t('level.how.unanswered', { hours: Math.round(unanswered.within / hour) }),
    ...(levels
      ? [
          t('level.how.below', {
            defects: percent(limits.defects.maxBps / 10_000, texts),
            buyers: limits.defects.max,
            cases: percent(limits.cases.maxBps / 10_000, texts),
            number: number(limits.cases.max),
          }),
        ]
      : []),
    t('level.how.watched', { ...words('late'), ...words('defects'), ...words('cases'), ...words('unanswered') }),
  ]
}
