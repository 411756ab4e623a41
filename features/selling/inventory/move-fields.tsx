import { fieldOf } from '#web/field-of.ts'
import { SelectField } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { ButtonForm } from '#web/button-form.tsx'

type Field = 'fromLocation' | 'toLocation'

interface MovePlacesProps {
  places: readonly { value: string; label: string }[]
  values: Partial<Record<Field, string>>
  errors: Partial<Record<Field, string>>
  width?: 'medium'
}

/** Fields for the locations between which stock is moved; the first two by default. */
export function MovePlaces({ places, values, errors, width }: MovePlacesProps) {
  const { t } = useTexts()
  return (
    <>
      <SelectField
        label={t('inventory.move.from')}
        {...fieldOf('fromLocation', errors, values.fromLocation)}
        width={width}
        options={places}
      />
      <SelectField
        label={t('inventory.move.to')}
        {...fieldOf('toLocation', errors, values.toLocation ?? places[1]?.value)}
        width={width}
        options={places}
      />
    </>
  )
}

/** A button that takes a move back; `name` says which. */
export function UndoMove({ id, name }: { id: string; name: string }) {
  const { t } = useTexts()
  return (
    <ButtonForm fields={{ undoes: id }} name="step" value="undo" size="small" kind="quiet" aria-label={name}>
      {t('word.undo')}
    </ButtonForm>
  )
}
