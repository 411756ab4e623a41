import { Facts, History } from '#features/machinery/grid/fact-rows.tsx'
import { WayBack } from '#features/machinery/grid/neighbours.tsx'
import { useLive } from '#features/machinery/live/use-live.ts'
import { Button } from '#shui/button/button.tsx'
import { Section } from '#shui/section/section.tsx'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { KeyHints } from '#web/key-hints.tsx'
import { PageForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { PageLink } from '#web/page-link.tsx'
import { useActionData, useLoaderData } from '#web/router/router.ts'
import { answerOffer } from './answer-offer.server.ts'
import columns from '#web/columns.module.css'
import styles from './offer-page.module.css'
import { readOfferPage } from './offer-page.server.ts'
import type { OfferModel, OfferFormModel } from './offer-view.ts'
import { useState } from 'react'
import { offerNet } from '#features/core/offer/offer-net.ts'
import { readAmount, readUnits } from '#lib/read-amount.ts'
import type { FormAnswer } from '#web/form-answer.ts'
import { useSending } from '#web/use-sending.ts'
import { FigureField, HoursField, MessageField } from './offer-fields.tsx'
import type { OfferField } from './typed-terms.ts'
import { offerNetWords } from './offer-words.ts'

interface OfferAnswerFormProps {
  model: OfferFormModel
  answer: FormAnswer<OfferField> | null
}

/** Accepts, declines or counters an offer. What is left of a counteroffer is shown while it is typed. */
function OfferAnswerForm({ model, answer }: OfferAnswerFormProps) {
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

await loadTexts('offers')

export const loader = sellerLoader('amounts.view', readOfferPage)

export const action = sellerAction('listings.edit', answerOffer)

const concerns = ['talk', 'listings'] as const

export default function OfferPage() {
  const { model, back, neighbours } = useLive(useLoaderData<typeof loader>(), concerns)
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const { form } = model
  return (
    <>
      <PageHead
        title={model.title}
        status={
          <>
            <Status {...model.status} />
            {model.due ? <Status {...model.due} /> : null}
          </>
        }
        note={model.note}
        before={<WayBack back={back} neighbours={neighbours} />}
      />
      {/* The key resets input when moving to another offer. */}
      <div key={model.key} className={columns.columns}>
        <div className={columns.column}>
          <Terms model={model} />
          {form ? <OfferAnswerForm model={form} answer={answer ?? null} /> : <FormErrors errors={answer?.errors} />}
          {model.viewerNote ? <p className={styles.quiet}>{model.viewerNote}</p> : null}
          {model.mayWithdraw ? (
            <PageForm className={styles.withdraw}>
              <Button type="submit" name="step" value="withdraw">
                {t('offers.withdraw')}
              </Button>
            </PageForm>
          ) : null}
          <Section title={t('offers.history')}>
            <History history={model.history} />
          </Section>
          {form ? (
            <div className={styles.keys}>
              <KeyHints
                keys={[
                  { key: 'a', text: t('offers.key.accept') },
                  { key: 'd', text: t('offers.key.decline') },
                  { key: 'r', text: t('offers.counter') },
                  ...((neighbours?.previous.href ?? neighbours?.next.href)
                    ? [
                        { key: 'j', text: neighbours.next.label },
                        { key: 'k', text: neighbours.previous.label },
                      ]
                    : []),
                ]}
              />
            </div>
          ) : null}
        </div>
        <Listing model={model} />
      </div>
    </>
  )
}

/** The offer as it stands: price, discount, what is left for the seller, and the buyer's words. */
function Terms({ model }: { model: OfferModel }) {
  const { price, units, discount, net, evidence, message, orderHref } = model
  return (
    <div className={styles.terms}>
      <p className={styles.price}>{price}</p>
      <p>
        {units ? `${units}, ` : ''}
        {discount}
      </p>
      {net ? <p className={styles.net}>{net}</p> : null}
      {evidence ? <p className={styles.quiet}>{evidence}</p> : null}
      {message ? (
        <blockquote className={styles.words} dir="auto">
          {message}
        </blockquote>
      ) : null}
      {orderHref ? (
        <PageLink to={orderHref.href} className={styles.link}>
          {orderHref.text}
        </PageLink>
      ) : null}
    </div>
  )
}

function Listing({ model: { listing, others } }: { model: OfferModel }) {
  const { t } = useTexts()
  return (
    <div className={columns.column}>
      <Section title={t('listings.column.title')}>
        <div className={styles.item}>
          {listing.image ? <img src={listing.image} alt="" width={56} height={56} /> : null}
          <PageLink to={listing.href} className={styles.link} dir="auto">
            {listing.title}
          </PageLink>
        </div>
        <Facts facts={listing.facts} />
        <PageLink to={listing.offersHref} className={styles.link}>
          {t('offers.listing.all')}
        </PageLink>
      </Section>
      {others.length > 0 ? (
        <Section title={t('offers.others')}>
          <ul className={styles.others}>
            {others.map(({ href, text }) => (
              <li key={href}>
                <PageLink to={href} className={styles.link}>
                  {text}
                </PageLink>
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </div>
  )
}
