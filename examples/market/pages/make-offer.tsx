import { Button } from '#shui/button/button.tsx'
import { SelectField, TextAreaField, TextField } from '#shui/form/controls.tsx'
import type { HubListing } from '../hub-types.ts'
import { choiceOf } from '../orders/basket.ts'
import { Token, type FrameModel } from './frame.tsx'
import styles from './item.module.css'
import { price } from './words.ts'

export interface OfferProps {
  frame: FrameModel
  listing: HubListing
  /** Available units, summed over variations. */
  available: number
  isWatched: boolean
  /** Idempotency key of the page's forms. */
  requestId: string
}

/** The form to offer less than the listing asks. */
export function MakeOffer({ frame, listing, available, requestId }: OfferProps) {
  return (
    <details className={styles.form}>
      <summary>Make an offer</summary>
      <form action={`/items/${listing.item}/offers`} method="post" className={styles.fields}>
        <Token frame={frame} />
        <input type="hidden" name="requestId" value={requestId} />
        {listing.variations.length > 0 ? <VariationField listing={listing} /> : null}
        <TextField label={`Your price each (${listing.price.currency})`} name="price" inputMode="decimal" required />
        <TextField
          label="Quantity"
          name="quantity"
          type="number"
          min={1}
          max={Math.min(99, available)}
          defaultValue="1"
          width="short"
        />
        <TextAreaField label="Message" name="message" rows={2} maxLength={2_000} optional />
        <Button type="submit">Send the offer</Button>
      </form>
    </details>
  )
}

/** Sellers may send offers to buyers who watch an item. */
export function WatchItem({ frame, listing, isWatched }: OfferProps) {
  return (
    <form action={`/items/${listing.item}/watch`} method="post">
      <Token frame={frame} />
      <Button type="submit" kind="quiet" name="step" value={isWatched ? 'end' : 'begin'}>
        {isWatched ? 'Stop watching' : 'Watch this item'}
      </Button>
    </form>
  )
}

export function VariationField({ listing }: { listing: HubListing }) {
  const named = listing.axes.map(({ name }) => name).join(' and ') || 'Variation'
  return (
    <SelectField
      label={named}
      name="choice"
      required
      defaultValue=""
      options={[
        { value: '', label: 'Choose …', disabled: true },
        ...listing.variations.map((variation) => ({
          value: choiceOf(variation),
          label: `${variation.values.join(', ')} · ${price(variation.price)}${variation.available > 0 ? '' : ' · sold out'}`,
          disabled: variation.available === 0,
        })),
      ]}
    />
  )
}
