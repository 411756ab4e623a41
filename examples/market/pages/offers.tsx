import { Empty } from '#shui/empty/empty.tsx'
import type { Amount, HubListing, HubSeller } from '../hub-types.ts'
import styles from './offers.module.css'
import { conditions, price } from './words.ts'

export function Offers({
  offers,
  level = 2,
  namesSellers = true,
}: {
  offers: readonly { listing: HubListing; seller: HubSeller }[]
  level?: 2 | 3
  /** False in a store, where all offers are one seller's. */
  namesSellers?: boolean
}) {
  return (
    <ul className={styles.offers}>
      {offers.map(({ listing, seller }) => (
        <li key={listing.item}>
          <OfferCard {...{ listing, level }} seller={namesSellers ? seller : null} />
        </li>
      ))}
    </ul>
  )
}

function OfferCard({ listing, seller, level }: { listing: HubListing; seller: HubSeller | null; level: 2 | 3 }) {
  const Title = level === 2 ? 'h2' : 'h3'
  const from = listing.variations.length > 0 ? 'from ' : ''
  return (
    <article className={styles.card}>
      <Picture listing={listing} />
      <div className={styles.text}>
        <Title>
          <a href={`/items/${listing.item}`}>{listing.title}</a>
        </Title>
        <p className={styles.price}>
          {from}
          {price(listing.price)}
          <Former was={listing.variations.length > 0 ? null : listing.was} />
          {listing.format === 'AUCTION' ? <span className={styles.note}> · auction</span> : null}
        </p>
        <p className={styles.note}>
          {conditions[listing.condition]}
          {seller ? ` · ${seller.displayName}` : ''}
        </p>
      </div>
    </article>
  )
}

/** The former price beside that of a sale: the lowest before it, as the hub told. */
export const Former = ({ was }: { was: Amount | null | undefined }) =>
  was ? (
    <span className={styles.note}>
      {' '}
      lowest before <del>{price(was)}</del>
    </span>
  ) : null

/** The first picture of an item beside its title; without one, the title's first letter. */
export function Picture({ listing: { pictures, title } }: { listing: Pick<HubListing, 'pictures' | 'title'> }) {
  const [first] = pictures
  return (
    <span className={styles.picture} aria-hidden="true">
      {first ? <img src={first} alt="" loading="lazy" decoding="async" /> : [...title][0]?.toLocaleUpperCase('en')}
    </span>
  )
}

export function NoOffers({ title, hint }: { title: string; hint: string }) {
  return (
    <Empty title={title} hint={hint}>
      <a className={styles.back} href="/search">
        Everything on offer
      </a>
    </Empty>
  )
}

export function Paging({ page, pages, hrefOf }: { page: number; pages: number; hrefOf: (page: number) => string }) {
  if (pages <= 1) return null
  return (
    <nav className={styles.paging} aria-label="Pages">
      {page > 1 ? <a href={hrefOf(page - 1)}>Previous</a> : <span />}
      <span>
        Page {page} of {pages}
      </span>
      {page < pages ? <a href={hrefOf(page + 1)}>Next</a> : <span />}
    </nav>
  )
}
