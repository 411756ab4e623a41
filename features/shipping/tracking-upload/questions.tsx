import { Checkbox, SelectField, TextField } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { useSavedChoice } from '#features/machinery/file-runs/saved-choice.ts'
import { shownField } from './review-fields.ts'
import type { QuestionsModel } from './review-model.ts'
import styles from './tracking-upload.module.css'

/** Questions that the file leaves open, each asked once for all rows. */
export function Questions({ questions }: { questions: QuestionsModel }) {
  const { t } = useTexts()
  const { encoding, dayOrder, carrier, keepsNamed, isConfirmed } = questions
  if (!encoding && !dayOrder && !carrier && !keepsNamed && !isConfirmed) return null
  return (
    <fieldset className={styles.questions}>
      <legend>{t('tracking.ask.title')}</legend>
      {dayOrder ? <Choice label={dayOrder.label} name="dayOrder" question={dayOrder} /> : null}
      {encoding ? (
        <Choice
          label={t('tracking.ask.encoding')}
          hint={t('tracking.ask.encoding.hint')}
          name="encoding"
          question={encoding}
        />
      ) : null}
      {carrier ? (
        <TextField
          label={t('tracking.ask.carrier')}
          hint={t('tracking.ask.carrier.hint', { n: carrier.n })}
          name="carrier"
          defaultValue={carrier.value}
          autoComplete="off"
        />
      ) : null}
      {keepsNamed ? (
        <Confirmation
          name="keepsNamed"
          label={t('tracking.ask.keepsNamed', { n: keepsNamed.n })}
          isChecked={keepsNamed.checked}
        />
      ) : null}
      {isConfirmed ? (
        <Confirmation
          name="isConfirmed"
          label={t('tracking.ask.isConfirmed', { n: isConfirmed.n })}
          isChecked={isConfirmed.checked}
        />
      ) : null}
    </fieldset>
  )
}

interface ChoiceProps {
  label: string
  hint?: string
  name: string
  question: Pick<NonNullable<QuestionsModel['encoding']>, 'value' | 'options'>
}

function Choice({ label, hint, name, question: { value, options } }: ChoiceProps) {
  const choice = useSavedChoice(value)
  return <SelectField {...choice} label={label} hint={hint ?? null} name={name} options={options} />
}

function Confirmation({ name, label, isChecked }: { name: string; label: string; isChecked: boolean }) {
  return (
    <div className={styles.confirmation}>
      <input type="hidden" name={shownField(name)} value="1" />
      <Checkbox name={name} value="1" label={label} defaultChecked={isChecked} />
    </div>
  )
}
