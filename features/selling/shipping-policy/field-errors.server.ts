import type { Texts } from '#texts/texts.ts'
import type { TypedProblem } from './read-typed.ts'

/** Errors by field id, each with its zone, service and row. */
export function errorsOf(problems: readonly TypedProblem[], { t }: Pick<Texts, 't'>): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { field, problem, text = '' } of problems) {
    const [, z, s, b] = /^zones\.(\d+)(?:\.services\.(\d+)(?:\.bands\.(\d+))?)?/.exec(field) ?? []
    const rows = [
      z === undefined ? [] : t('shipping.zone', { n: Number(z) + 1 }),
      s === undefined ? [] : t('shipping.service', { n: Number(s) + 1 }),
      b === undefined ? [] : t('shipping.row', { n: Number(b) + 1 }),
    ].flat()
    const words = t(`shipping.error.${problem}`, { text })
    errors[fieldIdOf(field)] ??= rows.length > 0 ? `${rows.join(', ')}: ${words}` : words
  }
  return errors
}

/** The control that a problem is beside. */
function fieldIdOf(field: string): string {
  if (field === 'zones') return 'form'
  if (/^zones\.\d+\.services$/.test(field)) return field.replace(/services$/, 'places')
  return field.replace(/\.days$/, '.from').replace(/\.bands$/, '.by')
}
