import { discounted } from '#features/core/offer/offer.ts'
import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { hour } from '#lib/duration.ts'
import { readAmount, readUnits, type Grouping } from '#lib/read-amount.ts'
import { Button } from '#shui/button/button.tsx'
import { Checkbox } from '#shui/form/controls.tsx'
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
import styles from './form-with-results.module.css'
import { Counts } from './counts.tsx'
import { HoursField, MessageField, PriceFields, usePrice } from './offer-fields.tsx'
import { sendChosenOffers } from './send-chosen-offers.server.ts'
import { mostListings, readListingsToSend, readSentResults, resultDays } from './send-offers-page.server.ts'
import type { PriceBy } from './typed-terms.ts'

await loadTexts('offers')

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
      { key: 'seen', label: texts.t('word.seen'), value: texts.number(results.seen) },
      { key: 'accepted', label: texts.t('offers.tab.accepted'), value: texts.number(results.accepted) },
      { key: 'paid', label: texts.t('word.paid'), value: texts.number(results.paid) },
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
          <Counts counts={page.results} />
        </Section>
      </div>
    </>
  )
}

const choices = ['percent', 'price'] as const

interface Priced {
  priceMinor: number
  currency: string
}

/** Price of an offer for a listing, as typed; null if it cannot be used. */
function readFigure({
  by,
  figure,
  priceMinor,
  ...money
}: Priced & { by: PriceBy; figure: string; grouping: Grouping }) {
  if (by === 'price') return readAmount(figure, money)
  const percent = readUnits(figure, money.grouping)
  return percent === null ? null : discounted(priceMinor, percent)
}

function SendForm({ page }: { page: ReturnType<typeof useLoaderData<typeof loader>> }) {
  const answer = useActionData<typeof action>() ?? null
  const texts = useTexts()
  const { t, money, number } = texts
  const values = answer?.values
  const typed = usePrice(choices, values)
  const offered = ({ priceMinor, currency }: Priced) => {
    const minor = readFigure({ ...typed, priceMinor, currency, grouping: texts.grouping })
    return minor === null ? '' : money({ minor, currency })
  }
  const { able, buyers, unable, listings, least, hours, address } = page
  return (
    <>
      <p className={styles.intro}>
        {t('offers.send.who', { buyers })} {t('offers.send.least', { n: least })}
        {unable > 0 ? ` ${t('offers.send.unable', { n: unable })}` : ''}
      </p>
      <DocumentForm action={address} className={styles.form}>
        <FormErrors errors={answer?.errors} />
        <PriceFields price={typed} error={answer?.errors.figure} />
        <HoursField hours={hours} answer={answer} />
        <MessageField answer={answer} />
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
            cells: [money({ minor: priceMinor, currency }), offered({ priceMinor, currency }), number(interested)],
          }))}
        />
      ) : null}
    </>
  )
}
