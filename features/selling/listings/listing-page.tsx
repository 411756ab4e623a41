import { useLive } from '#features/machinery/live/use-live.ts'
import ExternalLink from 'lucide-react/icons/external-link'
import { data, redirect, useActionData, useLoaderData, useSearchParams } from '#web/router/router.ts'
import { PageHead } from '#web/page-head.tsx'
import { sellerAction, sellerLoader, type SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { useShui } from '#shui/context.tsx'
import { Section } from '#shui/section/section.tsx'
import { Status } from '#shui/status/status.tsx'
import { textsFor } from '#texts/catalogues.server.ts'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { withUndo } from '#features/machinery/undo/undo.ts'
import { listingTabs, parseItemNumber, tabOfState, type ListingTab } from '#features/core/listing/listing.ts'
import { ListingDescription } from '#features/core/listing/listing-description.tsx'
import { ListingKit } from './listing-kit.tsx'
import { ListingOfferForm } from './listing-offer-form.tsx'
import { ListingOffers } from './listing-offers.tsx'
import { ListingOrders } from './listing-orders.tsx'
import { ListingPriceRule } from './listing-price-rule.tsx'
import { ListingQuestions } from './listing-questions.tsx'
import styles from './listing-page.module.css'
import { listingParts } from './listing-parts.server.ts'
import { listingModel, type ListingModel } from './listing-view.ts'
import { saveOffer } from './save-offer.server.ts'
import { refuse } from '#web/refusals.ts'
import { openFrom } from '#features/machinery/grid/list-routes.server.ts'
import { findListing, listingsList } from './listings-list.server.ts'
import { gridHref } from '#lib/grid-query.ts'
import { PageForm } from '#web/page-form.tsx'

await loadTexts('talk')

/** One listing; 404 if it is not the seller's. */
export const loader = sellerLoader('hub.view', async (visit) => {
  const { hub, read, seller, url, texts: reader } = visit
  const itemNumber = parseItemNumber(url.searchParams.get('item'))
  const texts = textsFor(reader.locale, seller.timeZone)
  const found = await read(async (db) => {
    const row = itemNumber && (await findListing(db, seller.id, itemNumber))
    return row ? { row, parts: await listingParts(db, { ...visit, texts }, row) } : null
  })
  if (!found) throw refuse('not-found')
  const { row, parts } = found
  const model = listingModel(row, {
    now: hub.now(),
    deadlines: hub.config.policyPack.deadlines,
    texts,
    category: parts.category,
    role: seller.role,
  })
  return { item: row.item_number, model, parts, backHref: backToListings(visit, tabOfState(row.state)) }
})

/** Link to the list that the listing was opened from; `from` is its tab and query, `ended?q=leica`. */
function backToListings(visit: SellerArgs, usual: ListingTab): string {
  const [name, search = ''] = (visit.url.searchParams.get('from') ?? '').split('?')
  const tab = listingTabs.find((known) => known === name) ?? usual
  const path = paths.listings[tab]
  const { query, definition } = openFrom(listingsList, path, name === tab ? search : '', visit)
  return gridHref(path, query, definition)
}

/** Saves price and stock of all variations. A stale form returns with both values and can be resent. */
export const action = sellerAction('listings.edit', async (args) => {
  const outcome = await saveOffer(args)
  const { pathname, searchParams } = args.url
  // Drops the message of an earlier step.
  searchParams.delete('done')
  if (outcome.ok) return redirect(withUndo(`${pathname}?${searchParams}`, outcome.undo), { status: 303 })
  return data(outcome.refused, { status: outcome.refused.now ? 409 : 422 })
})

const concerns = ['listings', 'orders', 'talk'] as const

export default function ListingPage() {
  const { item, model, parts, backHref } = useLive(useLoaderData<typeof loader>(), concerns)
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  return (
    <>
      <PageHead
        title={model.title}
        status={<Status {...model.status} />}
        note={model.note}
        before={<BackToList href={backHref}>{t('grid.exportRefused.back')}</BackToList>}
        actions={<Steps item={item} model={model} />}
      />
      <Done item={item} />
      <div className={styles.columns}>
        <div className={styles.sections}>
          <Section title={t(parts.offer.hidesPrices ? 'word.available' : 'listing.change')}>
            <ListingOfferForm item={item} offer={parts.offer} refused={answer ?? null} />
          </Section>
          <ListingPriceRule item={item} rule={parts.priceRule} />
          <ListingKit kit={parts.kit} />
          {parts.offers ? <ListingOffers model={parts.offers} /> : null}
          <ListingQuestions item={item} model={parts.questions} />
          <ListingOrders orders={parts.orders} href={parts.ordersHref} />
          <Section title={t('word.description')}>
            {/* Texts of the marketplace. */}
            <div translate="no">
              <Facts facts={parts.aspects} />
            </div>
            {parts.descriptionHtml ? (
              <ListingDescription html={parts.descriptionHtml} />
            ) : (
              <p className={styles.quiet}>{t('listing.noDescription')}</p>
            )}
          </Section>
        </div>
        <aside className={styles.sections} aria-label={t('listing.facts')}>
          {model.picture ? (
            <img src={model.picture} alt="" width={320} height={320} className={styles.picture} />
          ) : null}
          <Section title={t('listing.facts')} action={parts.labels}>
            <Facts facts={model.facts} />
          </Section>
          <Terms />
        </aside>
      </div>
    </>
  )
}

function Done({ item }: { item: string }) {
  const { parts } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  const { Link } = useShui()
  const [query] = useSearchParams()
  const done = (['published', 'scheduled', 'revised'] as const).find((name) => name === query.get('done'))
  if (!done) return null
  return (
    <div className={styles.done} role="status">
      <p>{t(`listing.done.${done}`)}</p>
      <p className={styles.next}>
        {parts.marketplaceHref ? <a href={parts.marketplaceHref}>{t('listing.done.view')}</a> : null}
        <Link href={paths.listingForm({ mode: 'AddItem' })}>{t('listing.done.another')}</Link>
        <Link href={paths.listingForm({ mode: 'SellSimilarItem', itemId: item })}>
          {t('listings.step.sellSimilar')}
        </Link>
      </p>
    </div>
  )
}

function Steps({ item, model }: { item: string; model: ListingModel }) {
  const { parts } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  if (model.steps.length === 0 && !parts.marketplaceHref) return null
  return (
    <>
      {parts.marketplaceHref ? (
        <ButtonLink kind="quiet" href={parts.marketplaceHref} icon={ExternalLink}>
          {t('listing.onMarketplace')}
        </ButtonLink>
      ) : null}
      {model.steps.map((step) => (
        <Step key={step.step} item={item} {...step} />
      ))}
      {model.reviseHref ? (
        <ButtonLink kind="primary" href={model.reviseHref}>
          {t('listings.step.revise')}
        </ButtonLink>
      ) : null}
    </>
  )
}

function Step({ item, step, label, href, posts, refusal }: ListingModel['steps'][number] & { item: string }) {
  const [query] = useSearchParams()
  if (refusal !== null) {
    return (
      <Button disabled disabledReason={refusal}>
        {label}
      </Button>
    )
  }
  if (!posts) return <ButtonLink href={href}>{label}</ButtonLink>
  // A discarded draft has no page.
  const back = step === 'discard' ? null : paths.listing(item, query.get('from') ?? undefined)
  return (
    <PageForm action={href}>
      {back === null ? null : <input type="hidden" name="back" value={back} />}
      <Button type="submit">{label}</Button>
    </PageForm>
  )
}

function Terms() {
  const { parts } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  const { policies, handling } = parts
  if (policies.length === 0 && handling === null) return null
  return (
    <Section title={t('listing.terms')}>
      <dl className={styles.terms}>
        {policies.map(({ label, words, terms }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">
              {words}
              {terms ? <p className={styles.quiet}>{terms}</p> : null}
            </dd>
          </div>
        ))}
        {handling === null ? null : (
          <div>
            <dt>{t('listing.handling')}</dt>
            <dd>{handling}</dd>
          </div>
        )}
      </dl>
    </Section>
  )
}

function Facts({ facts }: { facts: readonly { label: string; value: string }[] }) {
  if (facts.length === 0) return null
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
