import { useState } from 'react'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { Checkbox } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { FormErrors } from '#web/form-errors.tsx'
import { usePanelInView } from '#web/use-panel-in-view.ts'
import { useSending } from '#web/use-sending.ts'
import { PageForm } from '#web/page-form.tsx'
import { PageLink } from '#web/page-link.tsx'
import { paths } from '#web/paths.ts'
import { CancelItems } from './cancel-items.tsx'
import { confirmationOf, planOfForm, type CancelFormAnswer, type CancelPanelModel } from './cancel-form.ts'
import type { CancelPlan } from './cancel-plan.ts'
import styles from './cancel-panel.module.css'
import { cancelValues } from './read-cancel-form.ts'

interface CancelPanelProps {
  model: CancelPanelModel
  answer: CancelFormAnswer | undefined
  closeHref: string
}

/**
 * Seller's cancellation form: units, reason with its effect on the seller level, and refund. With script, the button
 * shows the total while typing; without, the page returns for confirmation.
 */
export function CancelPanel({ model, answer, closeHref }: CancelPanelProps) {
  const { t } = useTexts()
  const isSending = useSending()
  const form = usePanelInView(answer !== undefined)
  const { reasons, until, hasStock, lines, order } = model
  // A reload of the page's data brings a new key; keep the first, so that retries stay one request.
  const [key] = useState(model.key)
  // Input typed before a response is part of that response.
  const [typed, setTyped] = useState<{ plan: CancelPlan | null; after: CancelFormAnswer | undefined }>()
  const given = answer?.values ?? { units: null, withShipping: false }
  const plan = typed && typed.after === answer ? typed.plan : planOfForm(given, order)
  return (
    <PageForm
      ref={form}
      className={styles.panel}
      aria-labelledby="cancel-title"
      preventScrollReset
      replace
      onInput={({ currentTarget }) =>
        setTyped({ plan: planOfForm(cancelValues(new FormData(currentTarget), order.lines), order), after: answer })
      }
    >
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="confirmed" value={plan ? confirmationOf(plan) : ''} />
      <div className={styles.head}>
        <h2 id="cancel-title">{t(lines.length > 0 ? 'cancel.title.items' : 'cancel.title')}</h2>
        <p className={styles.rule}>{until}</p>
      </div>
      <FormErrors errors={answer?.errors} />
      {answer?.asks ? (
        <p className={styles.check} role="status">
          {t('cancel.check')}
        </p>
      ) : null}
      {lines.length > 0 ? <CancelItems model={model} answer={answer} plan={plan} /> : null}
      <fieldset className={styles.reasons}>
        <legend className={styles.legend}>{t('word.reason')}</legend>
        {reasons.map(({ value, label, hint }, index) => (
          <Checkbox
            key={value}
            type="radio"
            id={index === 0 ? 'reason' : undefined}
            name="reason"
            value={value}
            label={label}
            hint={hint}
            defaultChecked={answer?.values.reason === value}
          />
        ))}
      </fieldset>
      <p className={styles.rule}>
        <PageLink to={paths.sellerLevel({ fault: 'defects' })}>{t('cancel.defects')}</PageLink>
      </p>
      {hasStock ? (
        <div className={styles.restock}>
          <Checkbox
            name="restock"
            label={t('cancel.restock')}
            hint={t('cancel.restock.hint')}
            defaultChecked={answer?.values.restocks ?? true}
          />
        </div>
      ) : null}
      <div className={styles.foot}>
        <span className={styles.rule}>{t(finalText(plan))}</span>
        <ButtonLink href={closeHref} kind="quiet">
          {t('word.close')}
        </ButtonLink>
        <Button type="submit" name="step" value="cancel" kind="danger" disabled={isSending}>
          <ConfirmText plan={plan} currency={model.currency} />
        </Button>
      </div>
    </PageForm>
  )
}

const finalText = (plan: CancelPlan | null) =>
  !plan || plan.refundMinor === 0 ? 'cancel.final' : plan.isWhole ? 'cancel.final.refund' : 'cancel.final.share'

/** Button text: "Cancel 2 items and refund £24.00". */
function ConfirmText({ plan, currency }: { plan: CancelPlan | null; currency: string }) {
  const { t, money } = useTexts()
  if (!plan) return t('cancel.confirm.items.none')
  const amount = money({ minor: plan.refundMinor, currency })
  if (plan.isWhole) return plan.refundMinor > 0 ? t('cancel.confirm.refund', { amount }) : t('cancel.confirm')
  const n = plan.units.reduce((sum, { units }) => sum + units, 0)
  return plan.refundMinor > 0 ? t('cancel.confirm.items.refund', { n, amount }) : t('cancel.confirm.items', { n })
}
