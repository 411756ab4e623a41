import { useState } from 'react'
import { Form } from 'react-router'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { Checkbox } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { FormErrors } from '#web/form-errors.tsx'
import { SrtField } from '#web/srt-field.tsx'
import { usePanelInView } from '#web/use-panel-in-view.ts'
import { useSending } from '#web/use-sending.ts'
import type { CancelFormAnswer, CancelPanelModel } from './cancel-form.ts'
import styles from './cancel-panel.module.css'

interface CancelPanelProps {
  model: CancelPanelModel
  answer: CancelFormAnswer | undefined
  closeHref: string
}

/** The form by which a seller cancels an order: why, with what that does to the seller's level, and what goes back. */
export function CancelPanel({ model, answer, closeHref }: CancelPanelProps) {
  const { t } = useTexts()
  const isSending = useSending()
  const form = usePanelInView(answer !== undefined)
  const { reasons, refund, until, hasStock } = model
  // The page may be read anew meanwhile, with another key: it stays one wish.
  const [key] = useState(model.key)
  return (
    <Form ref={form} method="post" className={styles.panel} aria-labelledby="cancel-title" preventScrollReset replace>
      <SrtField />
      <input type="hidden" name="key" value={key} />
      <div className={styles.head}>
        <h2 id="cancel-title">{t('cancel.title')}</h2>
        <p className={styles.rule}>{until}</p>
      </div>
      <FormErrors errors={answer?.errors} />
      <fieldset className={styles.reasons}>
        <legend className={styles.legend}>{t('cancel.reason')}</legend>
        {reasons.map(({ value, label, hint }, index) => (
          <Checkbox
            key={value}
            type="radio"
            id={index === 0 ? 'reason' : undefined}
            name="reason"
            value={value}
            label={label}
            hint={hint}
            defaultChecked={answer?.reason === value}
          />
        ))}
      </fieldset>
      {hasStock ? (
        <div className={styles.restock}>
          <Checkbox
            name="restock"
            label={t('cancel.restock')}
            hint={t('cancel.restock.hint')}
            defaultChecked={answer?.restocks ?? true}
          />
        </div>
      ) : null}
      <div className={styles.foot}>
        <span className={styles.rule}>{refund ? t('cancel.final.refund') : t('cancel.final')}</span>
        <ButtonLink href={closeHref} kind="quiet">
          {t('cancel.close')}
        </ButtonLink>
        <Button type="submit" name="step" value="cancel" kind="danger" disabled={isSending}>
          {refund ? t('cancel.confirm.refund', { amount: refund }) : t('cancel.confirm')}
        </Button>
      </div>
    </Form>
  )
}
