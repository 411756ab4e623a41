import { useState } from 'react'
import { offerNet } from '#features/core/offer/offer-net.ts'
import { readAmount, readUnits } from '#lib/read-amount.ts'
import { Button } from '#shui/button/button.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import type { FormAnswer } from '#web/form-answer.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { PageForm } from '#web/page-form.tsx'
import { useSending } from '#web/use-sending.ts'
import { FigureField, HoursField, MessageField } from './offer-fields.tsx'
import styles from './offer-page.module.css'
import type { OfferFormModel } from './offer-view.ts'
import type { OfferField } from './typed-terms.ts'
import { offerNetWords } from './offer-words.ts'

interface OfferAnswerFormProps {
  model: OfferFormModel
  answer: FormAnswer<OfferField> | null
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
          <FigureField
            name="price"
            label={t('offers.counter.price')}
            hint={t('offers.counter.below', { amount: limits.list })}
            inputMode="decimal"
            value={price}
            onChange={({ target }) => setPrice(target.value)}
            error={answer?.errors.price}
            aria-keyshortcuts="r"
          />
          <FigureField
            name="units"
            label={t('word.quantity')}
            hint={t('offers.counter.left', { n: limits.units })}
            value={units}
            onChange={({ target }) => setUnits(target.value)}
            error={answer?.errors.units}
          />
          <HoursField hours={counter.hours} answer={answer} />
        </div>
        <p className={styles.net} aria-live="polite">
          {offerNetWords(net, currency, texts) ?? ' '}
        </p>
        <MessageField answer={answer} />
        <div>
          <Button type="submit" name="step" value="counter" disabled={isSending}>
            {t('offers.counter.do')}
          </Button>
        </div>
      </PageForm>
    </Section>
  )
}
