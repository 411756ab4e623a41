import { data, Link, useLoaderData } from 'react-router'
import { sellerLoader } from '#app/guard.server.ts'
import { PageTitle } from '#shui/header/page-title.tsx'
import { Section } from '#shui/section/section.tsx'
import { Status } from '#shui/status/status.tsx'
import { textsFor } from '#texts/catalogues.server.ts'
import { useTexts } from '#texts/context.tsx'
import { parseItemNumber, tabOfState } from './listing.ts'
import styles from './listing-page.module.css'
import { listingModel } from './listing-view.ts'
import { findListing } from './listings-db.server.ts'
import { backToListings } from './listings-query.ts'

/** One listing; 404 for what is no listing of this seller, be it another's or nobody's. */
export const loader = sellerLoader('hub.view', async ({ hub, read, seller, url, texts: reader }) => {
  const itemNumber = parseItemNumber(url.searchParams.get('item'))
  const row = itemNumber && (await read((db) => findListing(db, seller.id, itemNumber)))
  if (!row) throw data({ error: 'not-found' }, { status: 404 })
  const now = hub.now()
  return {
    model: listingModel(row, now, textsFor(reader.locale, seller.timeZone)),
    backHref: backToListings(url.searchParams.get('from'), tabOfState(row.state)),
  }
})

/** A listing's page. */
export default function ListingPage() {
  const { model, backHref } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  return (
    <>
      <title>{model.title}</title>
      <PageTitle
        title={model.title}
        note={model.note}
        before={
          <Link to={backHref} className={styles.back}>
            <span aria-hidden="true">←</span> {t('listing.back')}
          </Link>
        }
        actions={<Status {...model.status} />}
      />
      <Section title={t('listing.facts')}>
        <dl className={styles.facts}>
          {model.facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </>
  )
}
