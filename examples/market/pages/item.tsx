import { Button } from '#shui/button/button.tsx'
import { SelectField, TextField } from '#shui/form/controls.tsx'
import type { HubDiscount, HubListing, HubMessage, HubSeller } from '../hub-types.ts'
import { Away } from './away.tsx'
import { storeHref } from './browse.tsx'
import { MakeOffer, VariationField, WatchItem, type OfferProps } from './make-offer.tsx'
import { Frame, Token, type Notice } from './frame.tsx'
import styles from './item.module.css'
import { Former, Picture } from './offers.tsx'
import { Questions } from './questions.tsx'
import { conditions, count, price } from './words.ts'

export interface ItemProps extends OfferProps {
  seller: HubSeller
  notice: Notice | null
  /** The hub's framed product summary; null if there is none. */
  summary: { url: string; origin: string } | null
  /** What this buyer asked about it, with the answers. */
  asked: Pick<HubMessage, 'key' | 'from' | 'text' | 'sentAt'>[]
}

export function ItemPage(props: ItemProps) {
  const { frame, listing, seller, notice, summary } = props
  return (
    <Frame frame={frame} title={listing.title} notice={notice}>
      <article className={styles.item}>
        <Pictures listing={listing} />
        <div className={styles.buy}>
          <p className={styles.path}>{listing.category}</p>
          <h1>{listing.title}</h1>
          <p className={styles.seller}>
            From <a href={storeHref(seller)}>{seller.displayName}</a> · {conditions[listing.condition]}
          </p>
          <Away seller={seller} frame={frame} />
          <Buying {...props} />
        </div>
        <div className={styles.more}>
          <Description listing={listing} />
          {summary ? <Summary {...summary} listing={listing} /> : null}
          <Questions {...props} />
        </div>
      </article>
    </Frame>
  )
}

/** All pictures, the first one large; the others scroll sideways, without script. */
function Pictures({ listing }: { listing: HubListing }) {
  const { pictures, title } = listing
  if (pictures.length === 0)
    return (
      <div className={styles.pictures}>
        <Picture listing={listing} />
      </div>
    )
  return (
    <div className={styles.pictures}>
      <ul className={styles.strip} aria-label={`Pictures of ${title}`}>
        {pictures.map((address, index) => (
          <li key={address} id={`picture-${index + 1}`}>
            <img
              src={address}
              alt={pictures.length > 1 ? `${title}, picture ${index + 1} of ${pictures.length}` : title}
            />
          </li>
        ))}
      </ul>
      {pictures.length > 1 ? (
        <ul className={styles.thumbs}>
          {pictures.map((address, index) => (
            <li key={address}>
              <a href={`#picture-${index + 1}`}>
                <img src={address} alt={`Show number ${index + 1}`} loading="lazy" />
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

function Buying(props: ItemProps) {
  const { frame, listing, seller, available } = props
  const { postage, returns } = listing
  return (
    <>
      <p className={styles.price}>
        {priceRange(listing)}
        <Former was={listing.variations.length > 0 ? null : listing.was} />
      </p>
      {listing.discounts.flatMap(termsOfDiscount).map((text) => (
        <p key={text} className={styles.terms}>
          {text}
        </p>
      ))}
      <p className={styles.terms}>
        {postage
          ? postage.price.value.replaceAll(/[0.]/g, '') === ''
            ? 'Free postage'
            : `Postage ${price(postage.price)} (${postage.name})`
          : 'Postage included'}
        {returns ? ` · ${returns.days > 0 ? `returns within ${count(returns.days, 'day')}` : 'no returns'}` : ''}
      </p>
      {available > 0 ? (
        <form action="/basket" method="post" className={styles.form}>
          <Token frame={frame} />
          <input type="hidden" name="step" value="add" />
          <input type="hidden" name="item" value={listing.item} />
          {listing.variations.length > 0 ? <VariationField listing={listing} /> : null}
          <TextField
            label="Quantity"
            name="quantity"
            type="number"
            min={1}
            max={Math.min(99, available)}
            defaultValue="1"
            width="short"
          />
          <Button type="submit" kind="primary">
            Put into the basket
          </Button>
          <p className={styles.stock}>{available < 5 ? `Only ${available} left` : 'In stock'}</p>
        </form>
      ) : (
        <p className={styles.gone}>{goneBecause(listing, seller)}</p>
      )}
      {available > 0 && listing.takesOffers ? <MakeOffer {...props} /> : null}
      <WatchItem {...props} />
    </>
  )
}

/** What buyers are told; who knows a code enters it at the checkout. */
function termsOfDiscount({ kind, tiers, percent, amountOff, leastOrder }: HubDiscount): string[] {
  if (kind === 'COUPON') return []
  if (kind === 'VOLUME') return tiers.map((tier) => `${tier.units} or more: ${tier.percent}% off`)
  const off = amountOff ? price(amountOff) : `${percent}%`
  return [leastOrder ? `${off} off when you spend ${price(leastOrder)}` : `${off} off`]
}

function priceRange(listing: HubListing): string {
  const all = [...new Set(listing.variations.map((each) => price(each.price)))]
  return all.length > 1 ? `from ${price(listing.price)}` : (all[0] ?? price(listing.price))
}

function goneBecause(listing: HubListing, seller: HubSeller): string {
  if (seller.suspended) return 'This store is closed for now.'
  if (listing.state === 'PAUSED') return 'Not on sale while the seller is away.'
  if (listing.state === 'ACTIVE' && listing.format === 'AUCTION')
    return 'This is an auction: the example market takes no bids.'
  if (listing.state === 'ACTIVE' || listing.state === 'OUT_OF_STOCK') return 'Sold out. It may come back.'
  return 'This is not on offer any more.'
}

function Description({ listing }: { listing: HubListing }) {
  const facts = Object.entries(listing.aspects)
  return (
    <section>
      <h2>About it</h2>
      {/* Sanitised by the hub, as documented. */}
      {/* oxlint-disable-next-line react/no-danger -- sanitised by the hub */}
      <div className={styles.words} dangerouslySetInnerHTML={{ __html: listing.description }} />
      {facts.length > 0 ? (
        <dl className={styles.facts}>
          {facts.map(([name, values]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{values.join(', ')}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {listing.postage?.terms ? <p className={styles.small}>Postage: {listing.postage.terms}</p> : null}
      {listing.returns?.terms ? <p className={styles.small}>Returns: {listing.returns.terms}</p> : null}
    </section>
  )
}

/** The hub's framed product summary; exchanges messages with the page's script but works without. */
function Summary({ url, origin, listing }: { url: string; origin: string; listing: HubListing }) {
  const { Brand = [], Model = [] } = listing.aspects
  const words = [...Brand, ...Model].join(' ') || listing.title
  return (
    <section className={styles.summary}>
      <h2>What it sells for</h2>
      {/* oxlint-disable-next-line react/iframe-missing-sandbox -- the hub's page needs its script */}
      <iframe
        src={url}
        title="What this product sells for"
        data-summary
        data-origin={origin}
        data-more={`/search?q=${encodeURIComponent(words)}`}
      />
      <div data-needs-script hidden>
        <SelectField
          label="In which condition"
          name="condition"
          width="medium"
          data-summary-condition
          defaultValue={listing.condition}
          options={Object.entries(conditions).map(([value, label]) => ({ value, label }))}
        />
      </div>
    </section>
  )
}
