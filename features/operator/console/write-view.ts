import type { SellerStandards } from '#features/core/policy-pack/policy-pack.ts'
import type { EvaluationWindow } from '#features/core/seller-level/evaluation.ts'
import { watchedRates, type FaultCounts } from '#features/core/seller-level/seller-level.ts'
import type { Texts } from '#texts/texts.ts'
import { rateWords } from './health-view.ts'

export const writeLimits = { subject: 120, body: 2000 } as const

interface DraftOf {
  counts: FaultCounts
  standards: SellerStandards
  window: EvaluationWindow
  shop: string
  /** The seller's page of the same figures. */
  evidence: string
}

/** A draft in the operator's language with the figures above their limits; empty if there are none. */
export function draftOf(
  { counts, standards, window, shop, evidence }: DraftOf,
  texts: Texts,
): Record<'subject' | 'body', string> {
  const { t, percent, moment } = texts
  const over = watchedRates(counts, standards).filter(({ isOver }) => isOver)
  if (over.length === 0) return { subject: '', body: '' }
  const lines = over.map(({ id, limit, ...rate }) =>
    t('health.write.line', {
      failure: t('level.measure', { id }),
      count: rate.count,
      of: rate.of,
      rate: rateWords(rate, texts),
      limit: percent(limit.maxBps / 10_000, 2),
    }),
  )
  const intro = t('health.write.draft.intro', {
    shop,
    from: moment(window.from, 'date'),
    to: moment(new Date(window.before.getTime() - 1), 'date'),
  })
  return {
    subject: t('health.write.draft.subject', { shop }),
    body: [
      intro,
      lines.map((line) => `- ${line}`).join('\n'),
      t('health.write.draft.evidence', { url: evidence }),
      t('health.write.draft.ask'),
    ].join('\n\n'),
  }
}
