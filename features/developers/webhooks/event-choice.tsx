import { useId } from 'react'
import { Checkbox } from '#shui/form/controls.tsx'
import { FieldError } from '#shui/form/field.tsx'
import { VisuallyHidden } from '#shui/text/visually-hidden.tsx'
import { useTexts } from '#texts/context.tsx'
import { eventTypes } from './event.ts'
import styles from './webhooks.module.css'

interface EventChoiceProps {
  /** Null: all types. */
  types: readonly string[] | null
  error?: string | undefined
  /** Set if a heading above has the same text. */
  hideLegend?: boolean
}

export function EventChoice({ types, error, hideLegend = false }: EventChoiceProps) {
  const { t } = useTexts()
  const errorId = useId()
  return (
    <fieldset className={styles.choice} aria-describedby={error ? errorId : undefined}>
      <legend>{hideLegend ? <VisuallyHidden>{t('webhooks.what')}</VisuallyHidden> : t('webhooks.what')}</legend>
      <Checkbox type="radio" name="what" value="all" label={t('webhooks.all')} defaultChecked={types === null} />
      <Checkbox type="radio" name="what" value="some" label={t('webhooks.some')} defaultChecked={types !== null} />
      <div className={styles.types} translate="no">
        {eventTypes.map((type) => (
          <Checkbox key={type} name="type" value={type} label={type} defaultChecked={types?.includes(type) ?? false} />
        ))}
      </div>
      {error ? <FieldError id={errorId} error={error} /> : null}
    </fieldset>
  )
}
