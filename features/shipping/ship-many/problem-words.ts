import { parcelProblemText } from '#features/shipping/fulfilment/name-carrier.ts'
import { numberProblemText } from '#features/shipping/fulfilment/number-problem-text.ts'
import type { Texts } from '#texts/texts.ts'
import type { RowProblem } from './plan-sheet.ts'
import { cellField, unitsField } from './sheet-form.ts'

export type SheetField = ReturnType<typeof problemField> | 'service' | 'shipped'

export const problemField = (problem: RowProblem, row: string) =>
  problem.field === 'units' ? unitsField(row, problem.line) : cellField(problem.field, row)

/** Full text of a row's error, for the summary above the sheet. */
export function problemText(problem: RowProblem, texts: Texts): string {
  const { t } = texts
  if (problem.field === 'units')
    return problem.kind === 'empty' ? t('ship.error.emptyParcel') : t('ship.error.units', { n: problem.units })
  if (problem.kind === 'nothing-left') return t('shipMany.error.nothingLeft')
  return parcelProblemText(problem, texts)
}

export function shortProblem(wrong: RowProblem, texts: Texts): string {
  const { t } = texts
  if (wrong.field === 'units' || wrong.kind === 'nothing-left') return problemText(wrong, texts)
  if (wrong.kind !== 'number')
    return t(
      wrong.kind === 'rounded'
        ? 'shipMany.short.rounded'
        : wrong.kind === 'unknown'
          ? 'shipMany.short.unknown'
          : 'shipMany.short.form',
    )
  const { problem } = wrong
  if (problem.kind === 'form') return numberProblemText(problem, texts)
  return t('shipMany.short.check', { carrier: problem.carrier, found: problem.found, expected: problem.expected })
}
