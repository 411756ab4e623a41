import { SubmitRow } from '#web/submit-row.tsx'
import { TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import { useSending } from '#web/use-sending.ts'
import { restockStep, undoRestockStep } from './case-restock.ts'
import styles from './case-view.module.css'

export type RestockModel =
  | { stand: 'open'; units: number; hint: string }
  /** `text` tells how many, by whom and when, `hint` why it cannot be undone. */
  | { stand: 'done'; text: string; canUndo: boolean; hint: string | null }
  /** `text` tells why it is not the seller's to do. */
  | { stand: 'of-shop'; text: string }

export function RestockSection({ model }: { model: RestockModel }) {
  const { t } = useTexts()
  return (
    <Section title={t('case.restock')}>
      {model.stand === 'open' ? <RestockForm model={model} /> : null}
      {model.stand === 'done' ? <Restocked model={model} /> : null}
      {model.stand === 'of-shop' ? <p className={styles.why}>{model.text}</p> : null}
    </Section>
  )
}

function Restocked({ model: { text, canUndo, hint } }: { model: Extract<RestockModel, { stand: 'done' }> }) {
  const { t } = useTexts()
  const isSending = useSending()
  return (
    <>
      <p className={styles.why}>{text}</p>
      {hint === null ? null : <p className={styles.why}>{hint}</p>}
      {canUndo ? (
        <PageForm className={styles.restock} preventScrollReset>
          <SubmitRow name="step" value={undoRestockStep} disabled={isSending}>
            {t('case.restock.undo')}
          </SubmitRow>
        </PageForm>
      ) : null}
    </>
  )
}

function RestockForm({ model: { units, hint } }: { model: Extract<RestockModel, { stand: 'open' }> }) {
  const { t } = useTexts()
  const isSending = useSending()
  return (
    <PageForm className={styles.restock} preventScrollReset>
      <p className={styles.why}>{hint}</p>
      {units > 1 ? (
        <TextField
          label={t('case.restock.units', { n: units })}
          id="units"
          name="units"
          type="number"
          min={1}
          max={units}
          required
          width="medium"
          figures="numeric"
          defaultValue={units}
        />
      ) : (
        <input type="hidden" name="units" value="1" />
      )}
      <SubmitRow name="step" value={restockStep} disabled={isSending}>
        {t('case.restock.do')}
      </SubmitRow>
    </PageForm>
  )
}
