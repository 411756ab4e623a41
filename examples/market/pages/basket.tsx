import { Button, ButtonLink } from '#shui/button/button.tsx'
import { Empty } from '#shui/empty/empty.tsx'
import { Input, SelectField, TextField } from '#shui/form/controls.tsx'
import { mostUnits, type BasketGroup, type BasketItem } from '../orders/basket.ts'
import styles from './basket.module.css'
import { storeHref } from './browse.tsx'
import { Frame, Token, type FrameModel, type Notice } from './frame.tsx'
import { Picture } from './offers.tsx'
import { brandName, count, price, priceOf } from './words.ts'

export interface BasketProps {
  frame: FrameModel
  groups: BasketGroup[]
  notice: Notice | null
}

/** What a buyer would like to have, by seller. */
export function BasketPage({ frame, groups, notice }: BasketProps) {
  const canBuy = groups.some((group) => group.canBeOrdered)
  return (
    <Frame frame={frame} title="Basket" notice={notice}>
      <h1 className={styles.title}>Basket</h1>
      {groups.length === 0 ? (
        <Empty title="Your basket is empty" hint="What you put into it waits here.">
          <ButtonLink href="/search">Look around</ButtonLink>
        </Empty>
      ) : (
        <>
          {groups.map((group) => (
            <Group key={`${group.seller.id} ${group.currency}`} frame={frame} group={group} />
          ))}
          {canBuy ? (
            <p className={styles.next}>
              <ButtonLink href="/checkout" kind="primary">
                To the checkout
              </ButtonLink>
            </p>
          ) : null}
        </>
      )}
    </Frame>
  )
}

function Group({ frame, group }: { frame: FrameModel; group: BasketGroup }) {
  const { seller, items } = group
  return (
    <section className={styles.group} aria-label={`From ${seller.displayName}`}>
      <h2>
        From <a href={storeHref(seller)}>{seller.displayName}</a>
      </h2>
      <ul>
        {items.map((item) => (
          <Line key={`${item.item} ${item.sku}`} frame={frame} item={item} />
        ))}
      </ul>
      <Sums group={group} />
    </section>
  )
}

function Line({ frame, item }: { frame: FrameModel; item: BasketItem }) {
  const { listing, variation, problem } = item
  return (
    <li className={styles.line}>
      <Picture address={listing.pictures[0]} />
      <div>
        <h3>
          <a href={`/items/${listing.item}`}>{listing.title}</a>
        </h3>
        {variation ? <p className={styles.small}>{variation.values.join(', ')}</p> : null}
        <p className={styles.small}>{price(item.price)} each</p>
        {problem ? <p className={styles.problem}>{problemText(problem)}</p> : null}
      </div>
      <form action="/basket" method="post" className={styles.change}>
        <Token frame={frame} />
        <input type="hidden" name="item" value={item.item} />
        <input type="hidden" name="sku" value={item.sku} />
        <Input
          type="number"
          name="quantity"
          min={1}
          max={mostUnits}
          defaultValue={item.quantity}
          aria-label={`Quantity of ${listing.title}`}
          width="short"
        />
        <Button type="submit" name="step" value="set" size="small">
          Change
        </Button>
        <Button type="submit" name="step" value="remove" size="small" kind="quiet" formNoValidate>
          Take out
        </Button>
      </form>
      <p className={styles.cost}>{priceOf(item.costMinor, item.price.currency)}</p>
    </li>
  )
}

function problemText(problem: NonNullable<BasketItem['problem']>): string {
  return problem.reason === 'gone'
    ? 'This is sold out or not on offer any more: take it out to order the rest.'
    : `Only ${problem.available} left: order ${problem.available} or fewer.`
}

function Sums({ group }: { group: BasketGroup }) {
  const { goodsMinor, postageMinor, totalMinor, currency } = group
  return (
    <dl className={styles.sums}>
      <div>
        <dt>Goods</dt>
        <dd>{priceOf(goodsMinor, currency)}</dd>
      </div>
      <div>
        <dt>Postage</dt>
        <dd>{postageMinor > 0 ? priceOf(postageMinor, currency) : 'free'}</dd>
      </div>
      <div className={styles.total}>
        <dt>Total</dt>
        <dd>{priceOf(totalMinor, currency)}</dd>
      </div>
    </dl>
  )
}

/** What is typed at the checkout. */
export interface CheckoutFields {
  name: string
  line1: string
  city: string
  postalCode: string
  country: string
}

export interface CheckoutProps {
  frame: FrameModel
  /** Names the wish to buy: sent twice, it is one. */
  checkout: string
  groups: BasketGroup[]
  fields: CheckoutFields
  errors: Partial<Record<keyof CheckoutFields, string>>
}

const countries = {
  GB: 'United Kingdom',
  IE: 'Ireland',
  DE: 'Germany',
  FR: 'France',
  NL: 'Netherlands',
  US: 'United States',
}

/** Where it goes, and the payment that is none. */
export function CheckoutPage({ frame, checkout, groups, fields, errors }: CheckoutProps) {
  const units = groups.reduce((sum, group) => sum + group.items.reduce((of, { quantity }) => of + quantity, 0), 0)
  return (
    <Frame frame={frame} title="Checkout">
      <h1 className={styles.title}>Checkout</h1>
      <form action="/checkout" method="post" className={styles.checkout}>
        <Token frame={frame} />
        <input type="hidden" name="checkout" value={checkout} />
        <section className={styles.panel}>
          <h2>Where it goes</h2>
          <TextField
            label="Name"
            name="name"
            required
            maxLength={100}
            autoComplete="name"
            defaultValue={fields.name}
            error={errors.name}
          />
          <TextField
            label="Street and number"
            name="line1"
            required
            maxLength={100}
            autoComplete="address-line1"
            defaultValue={fields.line1}
            error={errors.line1}
          />
          <TextField
            label="Postcode"
            name="postalCode"
            maxLength={20}
            width="medium"
            autoComplete="postal-code"
            defaultValue={fields.postalCode}
            error={errors.postalCode}
          />
          <TextField
            label="Town"
            name="city"
            required
            maxLength={100}
            autoComplete="address-level2"
            defaultValue={fields.city}
            error={errors.city}
          />
          <SelectField
            label="Country"
            name="country"
            width="medium"
            autoComplete="country"
            defaultValue={fields.country}
            error={errors.country}
            options={Object.entries(countries).map(([value, label]) => ({ value, label }))}
          />
        </section>
        <section className={styles.panel}>
          <h2>Payment</h2>
          <p className={styles.demo}>
            <strong>This is a demo: nothing is charged.</strong> {brandName} takes every order as paid. A real shop
            would ask its payment side here.
          </p>
          {groups.map((group) => (
            <div key={`${group.seller.id} ${group.currency}`} className={styles.pays}>
              <h3>{group.seller.displayName}</h3>
              <ul>
                {group.items.map((item) => (
                  <li key={`${item.item} ${item.sku}`}>
                    {item.quantity} × {item.listing.title}
                  </li>
                ))}
              </ul>
              <Sums group={group} />
            </div>
          ))}
          <Button type="submit" kind="primary">
            {`Pay for ${count(units, 'item')} (demo)`}
          </Button>
        </section>
      </form>
    </Frame>
  )
}
