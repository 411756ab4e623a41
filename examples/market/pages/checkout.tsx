import { Button } from '#shui/button/button.tsx'
import { SelectField, TextField } from '#shui/form/controls.tsx'
import { FieldError } from '#shui/form/field.tsx'
import { sumsOf, type BasketGroup, type CheckoutFields } from '../orders/basket.ts'
import { Away } from './away.tsx'
import { BasketSums } from './basket-sums.tsx'
import styles from './basket.module.css'
import { Frame, Token, type FrameModel } from './frame.tsx'
import { brandName, count } from './words.ts'

export interface CheckoutProps {
  frame: FrameModel
  checkout: string
  groups: BasketGroup[]
  fields: CheckoutFields
  coupon: string
  errors: Partial<Record<keyof CheckoutFields | 'coupon', string>>
}

const countries = {
  GB: 'United Kingdom',
  IE: 'Ireland',
  DE: 'Germany',
  FR: 'France',
  NL: 'Netherlands',
  US: 'United States',
}

const addressFields = [
  { name: 'name', label: 'Name', required: true, maxLength: 100, autoComplete: 'name' },
  { name: 'line1', label: 'Street and number', required: true, maxLength: 100, autoComplete: 'address-line1' },
  { name: 'postalCode', label: 'Postcode', maxLength: 20, width: 'medium', autoComplete: 'postal-code' },
  { name: 'city', label: 'Town', required: true, maxLength: 100, autoComplete: 'address-level2' },
] as const

export function CheckoutPage({ frame, checkout, groups, fields, coupon, errors }: CheckoutProps) {
  const units = groups.reduce((sum, group) => sum + group.items.reduce((of, { quantity }) => of + quantity, 0), 0)
  return (
    <Frame frame={frame} title="Checkout">
      <h1 className={styles.title}>Checkout</h1>
      <form action="/checkout" method="post" className={styles.checkout}>
        <Token frame={frame} />
        <input type="hidden" name="checkout" value={checkout} />
        <input type="hidden" name="seen" value={sumsOf(groups)} />
        <section className={styles.panel}>
          <h2>Where it goes</h2>
          {addressFields.map(({ name, ...field }) => (
            <TextField key={name} name={name} defaultValue={fields[name]} error={errors[name]} {...field} />
          ))}
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
              <Away seller={group.seller} frame={frame} />
              <ul>
                {group.items.map((item) => (
                  <li key={`${item.item} ${item.choice}`}>
                    {item.quantity} × {item.listing.title}
                    {item.variation ? ` (${item.variation.values.join(', ')})` : ''}
                  </li>
                ))}
              </ul>
              <BasketSums group={group} />
              {group.postageProblem ? <FieldError id={undefined} error={group.postageProblem} /> : null}
            </div>
          ))}
          <TextField
            label="Coupon code"
            name="coupon"
            optional
            defaultValue={coupon}
            error={errors.coupon}
            maxLength={15}
            width="medium"
            autoComplete="off"
          />
          <Button type="submit" kind="primary">
            {`Pay for ${count(units, 'item')} (demo)`}
          </Button>
        </section>
      </form>
    </Frame>
  )
}
