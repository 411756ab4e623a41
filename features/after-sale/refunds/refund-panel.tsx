import { useState, type ReactNode } from 'react'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { usePanelInView } from '#web/use-panel-in-view.ts'
import { useSending } from '#web/use-sending.ts'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { Checkbox, SelectField, TextField } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import { refundValues } from './read-refund-form.ts'
import { lineField, sumOfForm, type RefundAnswer, type RefundPanelModel, type RefundScope } from './refund-form.ts'
import styles from './refund-panel.module.css'

interface RefundPanelProps {
  model: RefundPanelModel
  answer: RefundAnswer | undefined
  closeHref: string
}

/**
 * Refund form with an order's items. With script, the button shows the total while typing; without, the page returns
 * for confirmation.
 */
export function RefundPanel({ model, answer, closeHref }: RefundPanelProps) {
  const { t, money } = useTexts()
  const isSending = useSending()
  const form = usePanelInView(answer !== undefined)
  // A reload of the page's data brings a new key; keep the first, so that retries stay one request.
  const [first] = useState(model.values)
  const values = answer?.values ?? first
  // Input typed before a response is part of that response, with the limits at that time.
  const [typed, setTyped] = useState<{ sum: number | null; after: RefundAnswer | undefined }>()
  const sum = typed && typed.after === answer ? typed.sum : answer ? answer.sum : model.leftMinor
  const amount = (minor: number) => money({ minor, currency: model.currency })
  return (
    <PageForm
      ref={form}
      className={styles.panel}
      aria-labelledby="refund-title"
      preventScrollReset
      replace
      onInput={({ currentTarget }) =>
        setTyped({ sum: sumOfForm(refundValues(new FormData(currentTarget), model.lines), model), after: answer })
      }
    >
      <input type="hidden" name="key" value={values.key} />
      <input type="hidden" name="confirmed" value={sum ?? ''} />
      <div className={styles.head}>
        <h2 id="refund-title">{t('refund.title')}</h2>
        <span className={styles.most}>{t('refund.most', { amount: model.left })}</span>
      </div>
      <FormErrors errors={answer?.errors} />
      {answer?.asks ? (
        <p className={styles.check} role="status">
          {t('refund.check', { amount: amount(answer.sum ?? 0) })}
        </p>
      ) : null}
      <fieldset className={styles.scopes}>
        <legend className={styles.legend}>{t('refund.scope')}</legend>
        <Scope scope="rest" chosen={values.scope} hint={model.left} />
        <Scope scope="parts" chosen={values.scope}>
          <Parts model={model} values={values} errors={answer?.errors ?? {}} />
        </Scope>
        <Scope scope="amount" chosen={values.scope}>
          <TextField
            label={t('refund.amount', { currency: model.currency })}
            hint={t('refund.amount.hint')}
            {...fieldOf('amount', answer?.errors, values.amount)}
            figures="decimal"
            width="short"
          />
        </Scope>
      </fieldset>
      <div className={styles.reason}>
        <SelectField
          label={t('word.reason')}
          {...fieldOf('reason', answer?.errors, values.reason)}
          width="medium"
          options={[{ value: '', label: t('cancel.reason.choose') }, ...model.reasons]}
        />
      </div>
      <div className={styles.foot}>
        <span className={styles.hint}>
          {sum !== null && sum > 0 && sum <= model.leftMinor
            ? t('refund.after', { left: amount(model.leftMinor - sum) })
            : t('refund.final')}
        </span>
        <ButtonLink href={closeHref} kind="quiet">
          {t('word.close')}
        </ButtonLink>
        <Button type="submit" kind="primary" disabled={isSending}>
          {sum ? t('refund.confirm', { amount: amount(sum) }) : t('word.refund')}
        </Button>
      </div>
    </PageForm>
  )
}

interface ScopeProps {
  scope: RefundScope
  chosen: RefundScope
  hint?: string
  children?: ReactNode
}

/** An option; its fields are shown while it is selected. */
function Scope({ scope, chosen, hint, children }: ScopeProps) {
  const { t } = useTexts()
  return (
    <div className={styles.scope}>
      <Checkbox
        type="radio"
        name="scope"
        value={scope}
        defaultChecked={scope === chosen}
        label={t(`refund.scope.${scope}`)}
        hint={hint}
      />
      {children ? <div className={styles.fields}>{children}</div> : null}
    </div>
  )
}

function Parts({ model, values, errors }: { model: RefundPanelModel } & Pick<RefundAnswer, 'values' | 'errors'>) {
  const { t } = useTexts()
  return (
    <>
      <ul className={styles.lines}>
        {model.lines.map(({ line, title, facts, image, paid, tax, left, leftMinor }) => (
          <li key={line} className={styles.line}>
            {image ? <img src={image} alt="" width={40} height={40} loading="lazy" className={styles.picture} /> : null}
            <span className={styles.item}>
              <span dir="auto">{title}</span>
              <span className={styles.facts}>{facts.join(' · ')}</span>
              <span className={styles.facts}>
                {tax ? t('refund.paidWithTax', { paid, tax }) : t('refund.paid', { paid })}
              </span>
            </span>
            <Amount
              id={lineField(line)}
              of={title}
              {...{ left, leftMinor }}
              value={values.lines[line]}
              error={errors[lineField(line)]}
            />
          </li>
        ))}
        {model.shipping ? (
          <li className={styles.line}>
            <span className={styles.item}>
              {t('word.shipping')}
              <span className={styles.facts}>{t('refund.paid', { paid: model.shipping.paid })}</span>
            </span>
            <Amount
              id="shipping"
              of={t('word.shipping')}
              left={model.shipping.left}
              leftMinor={model.shipping.leftMinor}
              value={values.shipping}
              error={errors['shipping']}
            />
          </li>
        ) : null}
        {model.extras ? (
          <li className={styles.line}>
            <span className={styles.item}>
              <span dir="auto">{model.extras.title}</span>
              <span className={styles.facts}>{t('refund.paid', { paid: model.extras.paid })}</span>
            </span>
            <Amount
              id="extras"
              of={model.extras.title}
              left={model.extras.left}
              leftMinor={model.extras.leftMinor}
              value={values.extras}
              error={errors['extras']}
            />
          </li>
        ) : null}
      </ul>
      {model.cancelReasons.length > 0 ? (
        <div className={styles.cancels}>
          <Checkbox
            name="cancels"
            label={t('refund.cancels')}
            hint={t('refund.cancels.hint')}
            defaultChecked={values.cancels}
          />
          <SelectField
            label={t('refund.cancels.reason')}
            id="cancelReason"
            name="cancelReason"
            width="medium"
            defaultValue={values.cancelReason}
            options={model.cancelReasons}
          />
        </div>
      ) : null}
    </>
  )
}

interface AmountProps {
  id: string
  of: string
  left: string
  leftMinor: number
  value: string | undefined
  error: string | undefined
}

function Amount({ id, of, left, leftMinor, value, error }: AmountProps) {
  const { t } = useTexts()
  if (leftMinor === 0) return <span className={styles.none}>{t('refund.allBack')}</span>
  return (
    <div className={styles.amount}>
      <TextField
        label={t('refund.of', { of })}
        hideLabel
        hint={t('refund.upTo', { left })}
        id={id}
        name={id}
        figures="decimal"
        defaultValue={value ?? ''}
        error={error}
      />
    </div>
  )
}
