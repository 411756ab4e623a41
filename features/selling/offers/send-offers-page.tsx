import { useState } from 'react'
import { discounted } from '#features/core/offer/offer.ts'
import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { hour } from '#lib/duration.ts'
import { readUnits } from '#lib/read-amount.ts'
import { Button } from '#shui/button/button.tsx'
import { Checkbox, TextAreaField, TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { DocumentForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { paths } from '#web/paths.ts'
import { useActionData, useLoaderData } from '#web/router/router.ts'
import styles from './offer-rules-page.module.css'
import { sendChosenOffers } from './send-chosen-offers.server.ts'
import { mostListings, readListingsToSend, readSentResults, resultDays } from './send-offers-page.server.ts'

await loadTexts('offers')

const usualPercent = 10
/** Listings that the page names. */
const mostNamed = 50

export const loader = sellerLoader('listings.edit', async (visit) => {
  const { hub, read, seller, texts, url } = visit
  const { offers: limits } = hub.config.policyPack
  const { listings, results } = await read(async (db) => ({
    listings: await readListingsToSend(db, visit),
    results: await readSentResults(db, { sellerId: seller.id, now: hub.now() }),
  }))
  const able = listings.filter(({ isEligible }) => isEligible)
  return {
    n: listings.length,
    most: mostListings,
    days: resultDays,
    isTooMany: listings.length > mostListings,
    unable: listings.length - able.length,
    listings: able.slice(0, mostNamed),
    buyers: able.reduce((sum, { buyers }) => sum + buyers, 0),
    able: able.length,
    least: limits.leastDiscount,
    hours: String(Math.round(limits.sentStands / hour)),
    results: [
      { key: 'sent', label: texts.t('offers.results.sent'), value: texts.number(results.sent) },
      { key: 'seen', label: texts.t('offers.results.seen'), value: texts.number(results.seen) },
      { key: 'accepted', label: texts.t('offers.results.accepted'), value: texts.number(results.accepted) },
      { key: 'paid', label: texts.t('offers.results.paid'), value: texts.number(results.paid) },
      ...results.sales.map(({ currency, minor }) => ({
        key: currency,
        label: texts.t('offers.results.sales'),
        value: texts.money({ minor, currency }),
      })),
    ],
    address: url.pathname + url.search,
  }
})

export const action = sellerAction('listings.edit', sendChosenOffers)

/** Offers a lower price to buyers who are interested in the selected listings. */
export default function SendOffersPage() {
  const page = useLoaderData<typeof loader>()
  const { t } = useTexts()
  return (
    <>
      <PageHead
        title={t('offers.send.title', { n: page.n })}
        before={<BackToList href={paths.listings.active}>{t('listings.title')}</BackToList>}
      />
      {page.isTooMany ? (
        <p className={styles.note}>{t('offers.send.tooMany', { n: page.most })}</p>
      ) : (
        <SendForm page={page} />
      )}
      <div className={styles.results}>
        <Section title={t('offers.results', { n: page.days })}>
          <dl className={styles.counts}>
            {page.results.map(({ key, label, value }) => (
              <div key={key}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </Section>
      </div>
    </>
  )
}

function SendForm({ page }: { page: ReturnType<typeof useLoaderData<typeof loader>> }) {
  const answer = useActionData<typeof action>()
  const texts = useTexts()
  const { t, money, number } = texts
  const values = answer?.values
  const [percent, setPercent] = useState(values?.percent ?? String(usualPercent))
  const discount = readUnits(percent, texts.grouping)
  const { able, buyers, unable, listings, least, hours, address } = page
  return (
    <>
      <p className={styles.intro}>
        {t('offers.send.who', { listings: able, buyers })}
        {unable > 0 ? ` ${t('offers.send.unable', { n: unable })}` : ''}
      </p>
      <DocumentForm action={address} className={styles.form}>
        <FormErrors errors={answer?.errors} />
        <TextField
          label={t('offers.send.percent')}
          hint={t('offers.send.percent.hint', { n: least })}
          id="percent"
          name="percent"
          width="short"
          figures
          inputMode="numeric"
          autoComplete="off"
          value={percent}
          onChange={({ target }) => setPercent(target.value)}
          error={answer?.errors.percent}
        />
        <TextField
          label={t('offers.counter.hours')}
          id="hours"
          name="hours"
          width="short"
          figures
          inputMode="numeric"
          autoComplete="off"
          defaultValue={values?.hours ?? hours}
          error={answer?.errors.hours}
        />
        <TextAreaField
          label={t('offers.column.message')}
          optional
          id="message"
          name="message"
          rows={3}
          maxLength={2_000}
          defaultValue={values?.message}
          error={answer?.errors.message}
          dir="auto"
        />
        <Checkbox
          id="counter"
          name="counter"
          label={t('offers.send.counter')}
          defaultChecked={values ? values.counter === 'on' : true}
        />
        <div className={styles.buttons}>
          <Button type="submit" kind="primary" disabled={able === 0}>
            {t('offers.send.do', { n: buyers })}
          </Button>
        </div>
      </DocumentForm>
      {listings.length > 0 ? (
        <CardTable
          label={t('listings.title')}
          head={t('orders.column.item')}
          columns={[
            { key: 'price', label: t('offers.listing.price'), isNumber: true },
            { key: 'offer', label: t('offers.column.price'), isNumber: true },
            { key: 'buyers', label: t('offers.send.buyers'), isNumber: true },
          ]}
          rows={listings.map(({ item, title, priceMinor, currency, buyers: interested }) => ({
            key: item,
            name: <span dir="auto">{title}</span>,
            cells: [
              money({ minor: priceMinor, currency }),
              discount === null ? '' : money({ minor: discounted(priceMinor, discount), currency }),
              number(interested),
            ],
          }))}
        />
      ) : null}
    </>
  )
}
