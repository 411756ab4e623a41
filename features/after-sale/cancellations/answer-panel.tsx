import { Button } from '#shui/button/button.tsx'
import { Checkbox, SelectField } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { useSending } from '#web/use-sending.ts'
import { PageForm } from '#web/page-form.tsx'
import type { AnswerPanelModel, CancelFormAnswer } from './cancel-form.ts'
import styles from './cancel-panel.module.css'

interface AnswerPanelProps {
  model: AnswerPanelModel
  answer: CancelFormAnswer | undefined
  action: string
}

export function AnswerPanel({ model, answer, action }: AnswerPanelProps) {
  const { t } = useTexts()
  const isSending = useSending()
  const { key, request, items, deadline, rule, refund, shipping, declines, hasStock } = model
  return (
    <section className={styles.panel} aria-labelledby="cancel-title">
      <div className={styles.head}>
        <h2 id="cancel-title">{request}</h2>
        {items.length > 0 ? (
          <ul className={styles.asked}>
            {items.map((item) => (
              <li key={item} dir="auto">
                {item}
              </li>
            ))}
          </ul>
        ) : null}
        {deadline ? <p>{deadline}</p> : null}
        {rule ? <p className={styles.rule}>{rule}</p> : null}
      </div>
      <FormErrors errors={answer?.errors} />
      <div className={styles.answers}>
        <PageForm action={action} className={styles.answer} replace>
          <input type="hidden" name="key" value={key} />
          {hasStock ? (
            <Checkbox name="restock" label={t('cancel.restock')} defaultChecked={answer?.values.restocks ?? true} />
          ) : null}
          {shipping ? (
            <Checkbox
              name="shipping"
              label={t('cancel.shipping', { amount: shipping })}
              defaultChecked={answer?.values.withShipping ?? false}
            />
          ) : null}
          <Button type="submit" name="step" value="accept" kind="primary" disabled={isSending}>
            {refund ? t('cancel.accept.refund', { amount: refund }) : t('cancel.accept')}
          </Button>
        </PageForm>
        <PageForm action={action} className={styles.answer} replace>
          <input type="hidden" name="key" value={key} />
          <SelectField
            label={t('cancel.decline.reason')}
            {...fieldOf('reason', answer?.errors, answer?.values.reason ?? '')}
            options={[{ value: '', label: t('cancel.reason.choose') }, ...declines]}
          />
          <Button type="submit" name="step" value="decline" disabled={isSending}>
            {t('cancel.decline')}
          </Button>
        </PageForm>
      </div>
    </section>
  )
}
