import type { Texts } from '#texts/texts.ts'
import type { NumberProblem } from '#features/core/carrier/carrier.ts'

export function numberProblemText(problem: NumberProblem, { t }: Texts): string {
  switch (problem.kind) {
    case 'check-digit':
      return t('ship.number.check', { carrier: problem.carrier, found: problem.found, expected: problem.expected })
    case 'form':
      return t('ship.number.form', { carrier: problem.carrier })
  }
}
