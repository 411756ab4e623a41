import { counterPrice } from '#features/core/offer/offer-rules.ts'
import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { readUnits } from '#lib/read-amount.ts'
import { Button } from '#shui/button/button.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { DocumentForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { PageLink } from '#web/page-link.tsx'
import { useActionData, useLoaderData } from '#web/router/router.ts'
import { answerChosenOffers, readAnswersPage } from './answer-offers-page.server.ts'
import styles from './form-with-results.module.css'
import { HoursField, MessageField, PriceFields, usePrice } from './offer-fields.tsx'
import { refusalText } from './offer-words.ts'

await loadTexts('offers')

export const loader = sellerLoader('listings.edit', readAnswersPage)

export const action = sellerAction('listings.edit', answerChosenOffers)

type Page = Awaited<ReturnType<typeof readAnswersPage>>

/** Counteroffers to the selected offers; or which of them were not answered, and why. */
export default function AnswerOffersPage() {
  const page = useLoaderData<typeof loader>()
  return page.kind === 'counter' ? <CounterForm page={page} /> : <Outcome page={page} />
}

function Outcome({ page }: { page: Extract<Page, { kind: 'outcome' }> }) {
  const { t } = useTexts()
  const { title, note, more, left, back } = page
  return (
    <>
      <PageHead title={title} before={<BackToList href={back.href}>{back.label}</BackToList>} />
      {note ? <p className={styles.intro}>{note}</p> : null}
      {more ? <p className={styles.intro}>{more}</p> : null}
      {left.length > 0 ? (
        <CardTable
          head={t('orders.column.item')}
          columns={[{ key: 'why', label: t('word.reason'), isWords: true }]}
          rows={left.map(({ key, href, title: item, reason }) => ({
            key,
            name: <ItemLink href={href} title={item} />,
            cells: [reason],
          }))}
        />
      ) : null}
    </>
  )
}

const ItemLink = ({ href, title }: { href: string; title: string }) => (
  <PageLink to={href} className={styles.link} dir="auto">
    {title}
  </PageLink>
)

const choices = ['percent', 'mean'] as const

function CounterForm({ page }: { page: Extract<Page, { kind: 'counter' }> }) {
  const answer = useActionData<typeof action>() ?? null
  const texts = useTexts()
  const { t, money } = texts
  const typed = usePrice(choices, answer?.values)
  const { by, figure } = typed
  const percent = readUnits(figure, texts.grouping)
  const price = by === 'mean' ? by : percent === null ? null : { discountPercent: percent }
  const { n, most, floor, rules, offers, hours, address, back } = page
  return (
    <>
      <PageHead title={t('offers.bulk.title', { n })} before={<BackToList href={back.href}>{back.label}</BackToList>} />
      {most === null ? null : <p className={styles.intro}>{t('offers.bulk.more', { n: most })}</p>}
      <p className={styles.intro}>
        {t(floor === null ? 'offers.bulk.noFloor' : 'offers.bulk.floor', { percent: floor ?? 0 })}
      </p>
      <DocumentForm action={address} className={styles.form}>
        <FormErrors errors={answer?.errors} />
        <PriceFields price={typed} error={answer?.errors.figure} />
        <HoursField hours={hours} answer={answer} />
        <MessageField answer={answer} />
        <div className={styles.buttons}>
          <Button type="submit" kind="primary" disabled={n === 0}>
            {t('offers.bulk.do', { n })}
          </Button>
        </div>
      </DocumentForm>
      {offers.length > 0 ? (
        <CardTable
          head={t('orders.column.item')}
          columns={[
            { key: 'asked', label: t('offers.export.asked'), isNumber: true },
            { key: 'offer', label: t('offers.column.price'), isNumber: true },
            { key: 'counter', label: t('offers.counter'), isNumber: true },
          ]}
          rows={offers.map(({ key, href, title, currency, ...offer }) => {
            const counter = price && counterPrice(price, offer, rules)
            const amount = (minor: number) => money({ minor, currency })
            return {
              key,
              name: <ItemLink href={href} title={title} />,
              cells: [
                amount(offer.listPriceMinor),
                amount(offer.priceMinor),
                counter ? (counter.ok ? amount(counter.priceMinor) : t(refusalText(counter.reason))) : '',
              ],
            }
          })}
        />
      ) : null}
    </>
  )
}
