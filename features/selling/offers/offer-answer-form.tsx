import { useState } from 'react'
import { longestOffer } from '#features/core/offer/offer.ts'
import { offerNet } from '#features/core/offer/offer-net.ts'
import { hour } from '#lib/duration.ts'
import { readAmount, readUnits } from '#lib/read-amount.ts'
import { Button } from '#shui/button/button.tsx'
import { TextAreaField, TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import type { FormAnswer } from '#web/form-answer.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { PageForm } from '#web/page-form.tsx'
import { useSending } from '#web/use-sending.ts'
import styles from './offer-page.module.css'
import type { OfferFormModel } from './offer-view.ts'
import { offerNetWords } from './offer-words.ts'

interface OfferAnswerFormProps {
  model: OfferFormModel
  answer: FormAnswer<'price' | 'units' | 'hours' | 'message'> | null
}

/** Accepts, declines or counters an offer. What is left of a counteroffer is shown while it is typed. */
export function OfferAnswerForm({ model, answer }: OfferAnswerFormProps) {
  const { t } = useTexts()
  const isSending = useSending()
  const { version, acceptDo, warning } = model
  return (
    <>
      <FormErrors errors={answer?.errors} />
      {warning ? <p className={styles.warning}>{warning}</p> : null}
      <PageForm className={styles.answers}>
        <input type="hidden" name="version" value={version} />
        <Button type="submit" name="step" value="accept" kind="primary" disabled={isSending} aria-keyshortcuts="a">
          {acceptDo}
        </Button>
        <Button type="submit" name="step" value="decline" disabled={isSending} aria-keyshortcuts="d">
          {t('offers.decline')}
        </Button>
      </PageForm>
      <CounterForm model={model} answer={answer} isSending={isSending} />
    </>
  )
}

function CounterForm({ model, answer, isSending }: OfferAnswerFormProps & { isSending: boolean }) {
  const texts = useTexts()
  const { t } = texts
  const { version, counter, limits, currency, costs } = model
  const typed = { ...counter, ...answer?.values }
  const [price, setPrice] = useState(typed.price)
  const [units, setUnits] = useState(typed.units)
  const amount = readAmount(price, { currency, grouping: texts.grouping })
  const count = readUnits(units, texts.grouping)
  const net = costs && amount && count ? offerNet({ priceMinor: amount, units: count }, costs) : null
  return (
    <Section title={t('offers.counter')}>
      <PageForm className={styles.counter} preventScrollReset>
        <input type="hidden" name="version" value={version} />
        <div className={styles.fields}>
          <TextField
            label={t('offers.counter.price')}
            hint={t('offers.counter.below', { amount: limits.list })}
            id="price"
            name="price"
            inputMode="decimal"
            autoComplete="off"
            figures
            width="short"
            value={price}
            onChange={({ target }) => setPrice(target.value)}
            error={answer?.errors.price}
            aria-keyshortcuts="r"
          />
          <TextField
            label={t('offers.column.units')}
            hint={t('offers.counter.left', { n: limits.units })}
            id="units"
            name="units"
            inputMode="numeric"
            autoComplete="off"
            figures
            width="short"
            value={units}
            onChange={({ target }) => setUnits(target.value)}
            error={answer?.errors.units}
          />
          <TextField
            label={t('offers.counter.hours')}
            hint={t('offers.counter.hours.hint', { n: longestOffer / hour })}
            id="hours"
            name="hours"
            inputMode="numeric"
            autoComplete="off"
            figures
            width="short"
            defaultValue={typed.hours}
            error={answer?.errors.hours}
          />
        </div>
        <p className={styles.net} aria-live="polite">
          {offerNetWords(net, currency, texts) ?? ' '}
        </p>
        <TextAreaField
          label={t('offers.column.message')}
          optional
          id="message"
          name="message"
          rows={3}
          maxLength={2_000}
          defaultValue={typed.message}
          error={answer?.errors.message}
          dir="auto"
        />
        <div>
          <Button type="submit" name="step" value="counter" disabled={isSending}>
            {t('offers.counter.do')}
          </Button>
        </div>
      </PageForm>
    </Section>
  )
}
