import { classNames } from '#shui/class-names.ts'
import { useTexts } from '#texts/context.tsx'
import type { OpenLine, RowPlan } from './plan-sheet.ts'
import { shortProblem } from './problem-words.ts'
import { unitsField } from './sheet-form.ts'
import type { SheetRow } from './sheet.ts'
import parcel from './added-parcel.module.css'
import styles from './ship-sheet.module.css'

interface InParcelProps {
  row: SheetRow
  lines: readonly OpenLine[]
  plan: RowPlan
  onUnits: (line: number, text: string) => void
}

/** Units of each line in an added parcel. The order's first parcel contains the rest. */
export function InParcel({ row, lines, plan, onUnits }: InParcelProps) {
  const texts = useTexts()
  const { t } = texts
  const wrong = plan.is === 'problem' && plan.problem.field === 'units' ? plan.problem : null
  return (
    <td colSpan={3}>
      <div className={parcel.lines}>
        {lines.map(({ line, title, units }) => {
          const id = unitsField(row.id, line)
          const isWrong = wrong?.line === line
          return (
            <label key={line} htmlFor={id} className={parcel.units} data-wrong={isWrong || undefined}>
              <input
                id={id}
                name={id}
                value={row.units[line] ?? ''}
                onChange={({ target }) => onUnits(line, target.value)}
                readOnly={!row.isTaken}
                inputMode="numeric"
                placeholder="0"
                autoComplete="off"
                aria-label={t('shipMany.unitsOf', { title, n: row.parcel, order: row.order })}
                aria-invalid={isWrong || undefined}
                aria-describedby={isWrong ? `${id}-hint` : undefined}
              />
              <span className={parcel.of}>{t('shipMany.ofUnits', { n: units })}</span>
              <span className={classNames(styles.title, parcel.name)} dir="auto">
                {title}
              </span>
              {isWrong ? (
                <span id={`${id}-hint`} className={classNames(styles.second, parcel.wrong)} data-tone="bad">
                  {shortProblem(wrong, texts)}
                </span>
              ) : null}
            </label>
          )
        })}
      </div>
    </td>
  )
}
