import type { HealthRules } from '#features/core/policy-pack/policy-pack.ts'
import type { Texts } from '#texts/texts.ts'
import { healthDays } from './health-view.ts'
import { failureRates, type HealthFigures } from './health.ts'

/** Maximum length of subject and body. */
export const writeLimits = { subject: 120, body: 2000 } as const

/** A draft in the operator's language with the figures above their limits; empty if there are none. */
export function draftOf(
  { figures, rules, shop }: { figures: HealthFigures; rules: HealthRules; shop: string },
  { t, percent }: Texts,
): { subject: string; body: string } {
  const over = failureRates(figures, rules).filter(({ isOver }) => isOver)
  if (over.length === 0) return { subject: '', body: '' }
  const lines = over.map(({ failure, count, of, limit }) =>
    t('health.write.line', {
      failure: t('health.failure', { failure }),
      count,
      of,
      rate: percent(count / of),
      limit: percent(limit.maxBps / 10_000),
    }),
  )
  const intro = t('health.write.draft.intro', { shop, days: healthDays(rules) })
  return {
    subject: t('health.write.draft.subject', { shop }),
    body: [intro, lines.map((line) => `- ${line}`).join('\n'), t('health.write.draft.ask')].join('\n\n'),
  }
}
