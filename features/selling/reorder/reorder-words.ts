import { addDays, dateAt } from '#lib/zoned-time.ts'
import type { Texts } from '#texts/texts.ts'
import { adviseReorder, horizonOf, salesWindows, type ReorderFacts, type StockFacts } from './reorder-advice.ts'

/** A day of UTC in words: `12 Dec 2026`. */
export const dayWords = (day: string, texts: Pick<Texts, 'moment'>): string =>
  texts.moment(new Date(`${day}T12:00:00Z`), 'date')

/** When stock ends that lasts so many whole days from now on. */
export const goneOn = (coverDays: number, now: Date): string => addDays(dateAt(now, 'UTC'), coverDays)

/** The arithmetic of an advice, a sentence a step, with each number that it uses. */
export function arithmeticWords(
  facts: ReorderFacts,
  stock: StockFacts,
  {
    now,
    texts,
    currency,
  }: { now: Date; texts: Texts; /** Null: the reader sees no amounts. */ currency: string | null },
): string[] {
  const { t, number, money } = texts
  const advice = adviseReorder(facts, stock)
  const windows = salesWindows.map((window) => {
    const { units, days } = facts.sold[window]
    return t('reorder.words.window', { window, units, days, rate: number(rateOf(units, days)) })
  })
  if (advice.window === null || advice.coverDays === null) return [...windows, t('reorder.words.none')]
  const { units, days } = facts.sold[advice.window]
  const rate = rateOf(units * advice.seasonPercent, days * 100)
  const season = facts.lastYear.before[advice.window]
  const horizon = horizonOf(facts)
  const { available, coming } = stock
  return [
    ...windows,
    t('reorder.words.rate', { window: advice.window, rate: number(rateOf(units, days)) }),
    advice.seasonPercent === 100
      ? t('reorder.words.noSeason')
      : t('reorder.words.season', {
          ahead: facts.lastYear.ahead,
          horizon,
          before: season,
          window: advice.window,
          percent: advice.seasonPercent,
          rate: number(rate),
        }),
    t('reorder.words.cover', {
      available,
      rate: number(rate),
      days: advice.coverDays,
      day: dayWords(goneOn(advice.coverDays, now), texts),
    }),
    t('reorder.words.horizon', { lead: facts.leadDays, safety: facts.safetyDays, target: facts.targetDays, horizon }),
    t('reorder.words.needed', { horizon, rate: number(rate), needed: advice.needed, available, coming }),
    advice.suggested === 0
      ? t('reorder.words.waits')
      : t('reorder.words.suggested', {
          missing: advice.needed - available - coming,
          least: facts.least,
          pack: facts.pack,
          suggested: advice.suggested,
        }),
    ...(advice.stakeMinor > 0 && currency !== null
      ? [
          t('reorder.words.stake', {
            price: money({ minor: facts.priceMinor, currency }),
            stake: money({ minor: advice.stakeMinor, currency }),
          }),
        ]
      : []),
  ]
}

/** Units a day with two decimals. */
const rateOf = (units: number, days: number) => (days === 0 ? 0 : Math.round((units * 100) / days) / 100)
