import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { Checkbox, SelectField, TextField } from '#shui/form/controls.tsx'
import { PageTitle } from '#shui/header/page-title.tsx'
import { useTexts } from '#texts/context.tsx'
import type { FormAnswer } from '#web/form-answer.ts'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { DocumentForm } from '#web/page-form.tsx'
import styles from './print-view.module.css'

export interface PrintModel {
  title: string
  documents: { id: string; label: string; hint: string; isPossible: boolean }[]
  /** Preselected document; null if nothing can be printed. */
  chosen: string | null
  /** Whether some, but not all, orders were printed before. */
  asksNewOnly: boolean
  formats: { value: string; label: string }[]
  format: string
  /** The orders each document was shown for. */
  begun: string
  /** Note shown if more orders match than fit in one run. */
  note: string | null
}

export type PrintField = 'document' | 'format' | 'used' | 'only'

interface PrintViewProps {
  model: PrintModel
  address: string
  backHref: string
  answer: FormAnswer<PrintField> | null
}

const noAnswer: FormAnswer<PrintField> = { errors: {}, values: {} }

/** Form that asks what to print. A plain form, because the sheets are a separate document. */
export function PrintView({ model, address, backHref, answer }: PrintViewProps) {
  const { t } = useTexts()
  const { errors, values } = answer ?? noAnswer
  const chosen = values.document ?? model.chosen
  return (
    <>
      <PageTitle title={model.title} before={<BackToList href={backHref}>{t('grid.exportRefused.back')}</BackToList>} />
      <DocumentForm action={address} className={styles.form}>
        <input type="hidden" name="begun" value={model.begun} />
        <FormErrors errors={answer?.errors} />
        <fieldset className={styles.documents}>
          <legend className={styles.legend}>{t('printing.what')}</legend>
          {model.documents.map(({ id, label, hint, isPossible }) => (
            <div key={id} className={styles.document}>
              <Checkbox
                type="radio"
                id={id === 'slip' ? 'document' : undefined}
                name="document"
                value={id}
                label={label}
                hint={hint}
                required
                disabled={!isPossible}
                defaultChecked={id === chosen}
              />
              {id === 'label' && isPossible ? (
                <div className={styles.labels}>
                  <SelectField
                    label={t('printing.labelFormat')}
                    {...fieldOf('format', errors, values.format ?? model.format)}
                    width="medium"
                    options={model.formats}
                  />
                  <TextField
                    label={t('printing.firstLabel')}
                    hint={t('printing.firstLabel.hint')}
                    {...fieldOf('used', errors, values.used ?? '1')}
                    width="short"
                    figures="numeric"
                  />
                </div>
              ) : null}
            </div>
          ))}
        </fieldset>
        {model.asksNewOnly ? (
          <Checkbox name="only" value="new" label={t('printing.newOnly')} defaultChecked={values.only === 'new'} />
        ) : null}
        {model.note ? <p className={styles.note}>{model.note}</p> : null}
        <p className={styles.actions}>
          <Button
            type="submit"
            kind="primary"
            disabled={model.chosen === null}
            disabledReason={t('printing.error.nothing')}
          >
            {t('word.print')}
          </Button>
          <ButtonLink href={backHref}>{t('printing.cancel')}</ButtonLink>
        </p>
      </DocumentForm>
    </>
  )
}
