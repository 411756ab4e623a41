import type { Texts } from '#texts/texts.ts'
import type { Refusal } from './connection.ts'

/** Values of reasons, by the names that the texts have. */
const names = ['detail', 'hub', 'shop', 'amount', 'items', 'by', 'n', 'name', 'max', 'sku', 'kind'] as const

/**
 * A reason in the reader's language, by its code. What has none, or one that this version does not know, is told as the
 * connector says it.
 */
export function reasonWords({ why, reason }: Pick<Refusal, 'why' | 'reason'>, { t }: Texts): string {
  if (!why) return reason
  const { rule, ...params } = why.params
  const given = names.map((name) => [name, String(params[name] ?? '')] as const)
  const values = Object.fromEntries(given) as Record<(typeof names)[number], string>
  const broken = rule === undefined ? '' : t('connections.rule', { ...values, rule: String(rule) })
  const detail = broken || values.detail
  return t('connections.why', { ...values, detail, code: why.code.replaceAll('-', '_') }) || reason
}
