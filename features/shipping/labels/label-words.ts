import type { Row } from '#db/schema.ts'
import type { StatusTone } from '#shui/status/status.tsx'
import type { Texts } from '#texts/texts.ts'

type Label = Pick<
  Row<'labels'>,
  'state' | 'problem' | 'carrier' | 'service' | 'tracking_number' | 'cost_minor' | 'currency'
>

const tones: Record<Label['state'], StatusTone> = {
  WANTED: 'neutral',
  BUYING: 'neutral',
  BOUGHT: 'good',
  FAILED: 'bad',
  VOIDING: 'neutral',
  VOIDED: 'neutral',
}

export const labelState = ({ state }: Pick<Label, 'state'>, { t }: Pick<Texts, 't'>) => ({
  tone: tones[state],
  text: t(`labels.state.${state}`),
})

/** Carrier, service, number and price of a label that was bought. */
export const labelFactsText = (label: Label, { money }: Pick<Texts, 'money'>): string =>
  [
    [label.carrier, label.service].filter(Boolean).join(' '),
    label.tracking_number,
    label.cost_minor === null ? null : money({ minor: label.cost_minor, currency: label.currency }),
  ]
    .filter(Boolean)
    .join(' · ')

/** Why a label was not bought or voided: the provider's words, or the hub's reason; null if nothing went wrong. */
export function labelProblem(
  { problem }: Pick<Label, 'problem'>,
  { t, money }: Pick<Texts, 't' | 'money'>,
): string | null {
  if (problem === null) return null
  if (problem.startsWith(': ')) return t('labels.problem.provider', { words: problem.slice(2) })
  const [code = '', minor = '', currency = ''] = problem.split(' ')
  switch (code) {
    case 'PRICE':
      return t('labels.problem.price', { price: money({ minor: Number(minor), currency }) })
    case 'NO_SERVICE':
    case 'NOT_BOUGHT':
    case 'EARLIER':
    case 'KEY':
    case 'UNAVAILABLE':
    case 'VOID_REFUSED':
    case 'NO_ACCOUNT':
      return t(`labels.problem.${code}`)
    default:
      return problem
  }
}
