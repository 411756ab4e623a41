import type { Hono } from 'hono'
import {
  availableOf,
  mostUnits,
  readBasket,
  variationOf,
  type BasketGroup,
  sumsOf,
  type CheckoutFields,
} from '../orders/basket.ts'
import { placeOrder, type Checkout, type Placed } from '../orders/place-orders.ts'
import { quoteGroup, type Place } from '../orders/quote-group.ts'
import type { Notice } from '../pages/frame.tsx'
import { findOffer } from '../store/offers.ts'
import { draw, readLines, setLine, type Visit } from '../store/visits.ts'
import type { Market } from './market.ts'
import { formOf, frameOf, textOf, type MarketContext, type VisitEnv } from './visit.ts'

/** The basket, and the checkout with a simulated payment. */
export function addBasket(app: Hono<VisitEnv>, market: Market): void {
  const { store, render } = market
  const groupsOf = (visit: Visit, code = '') =>
    readBasket(readLines(store, visit.id), (item) => findOffer(store, item), code)

  const quoted = (visit: Visit, to: Place, code = '') =>
    Promise.all(
      groupsOf(visit, code)
        .filter((group) => group.canBeOrdered)
        .map((group) => quoteGroup(market.hub, group, to)),
    )

  const showBasket = (c: MarketContext, notice: Notice | null, status: 200 | 409 = 200) =>
    c.html(render('basket', { frame: frameOf(c, market), groups: groupsOf(c.get('visit')), notice }), status)

  app.get('/basket', (c) => showBasket(c, null))

  app.post('/basket', async (c) => {
    const visit = c.get('visit')
    const form = await formOf(c)
    const [item, choice, step] = ['item', 'choice', 'step'].map((name) => textOf(form, name)) as [
      string,
      string,
      string,
    ]
    const offer = findOffer(store, item)
    const variation = offer && variationOf(offer.listing, choice)
    if (step === 'remove' || !offer || variation === undefined) {
      if (step === 'add') return c.notFound()
      setLine(store, visit.id, { item, choice, quantity: 0 })
      return c.redirect('/basket', 303)
    }
    const available = Math.min(mostUnits, availableOf(offer, variation))
    const had = readLines(store, visit.id).find((line) => line.item === item && line.choice === choice)?.quantity ?? 0
    const wanted = Math.max(1, Math.trunc(Number(textOf(form, 'quantity')) || 1)) + (step === 'add' ? had : 0)
    const quantity = Math.min(wanted, available)
    setLine(store, visit.id, { item, choice, quantity: quantity > 0 || step === 'add' ? quantity : had })
    if (wanted <= available) return c.redirect('/basket', 303)
    return showBasket(c, { tone: 'bad', text: clipped(offer.listing.title, available) }, 409)
  })

  app.get('/checkout', async (c) => {
    const { buyer } = c.get('visit')
    if (buyer === null) return c.redirect('/sign-in?next=/checkout', 303)
    const fields = exampleAddress(buyer)
    const groups = await quoted(c.get('visit'), fields)
    if (groups.length === 0) return c.redirect('/basket', 303)
    return c.html(
      render('checkout', { frame: frameOf(c, market), checkout: draw(), groups, fields, coupon: '', errors: {} }),
    )
  })

  app.post('/checkout', async (c) => {
    const visit = c.get('visit')
    const form = await formOf(c)
    if (visit.buyer === null) return c.redirect('/sign-in?next=/checkout', 303)
    const checkout = { id: textOf(form, 'checkout'), buyer: visit.buyer, ...fieldsOf(form) }
    const coupon = textOf(form, 'coupon').trim().slice(0, 15).toUpperCase()
    const errors = {
      ...errorsOf(checkout),
      ...(coupon === '' || groupsOf(visit, coupon).some((group) => group.code !== null)
        ? {}
        : { coupon: 'This code is not good for what you buy' }),
    }
    if (Object.keys(errors).length > 0 || !/^[\w-]{20,40}$/.test(checkout.id))
      return c.html(
        render('checkout', {
          frame: frameOf(c, market),
          checkout: draw(),
          groups: groupsOf(visit).filter((group) => group.canBeOrdered),
          fields: checkout,
          coupon,
          errors,
        }),
        422,
      )
    const groups = await quoted(visit, checkout, coupon)
    if (groups.length === 0)
      return showBasket(c, { tone: 'bad', text: 'Nothing was ordered: it has been sold meanwhile.' }, 409)
    // To another place or with a code it costs something else, or cannot be sent: the buyer sees that first.
    if (textOf(form, 'seen') !== sumsOf(groups) || groups.some(({ postageProblem }) => postageProblem))
      return c.html(
        render('checkout', {
          frame: frameOf(c, market),
          checkout: checkout.id,
          groups,
          fields: checkout,
          coupon,
          errors,
        }),
        409,
      )
    const placed = await placeAll(visit, groups, checkout)
    const refused = placed.find((each) => each.state === 'REFUSED')
    if (refused?.state === 'REFUSED') return showBasket(c, { tone: 'bad', text: refusalText(refused) }, 409)
    return c.redirect('/orders?placed', 303)
  })

  /** Places one order per seller; ordered items leave the basket, refused ones stay. */
  async function placeAll(visit: Visit, groups: readonly BasketGroup[], checkout: Checkout): Promise<Placed[]> {
    const all: Placed[] = []
    for (const group of groups) {
      const placed = await placeOrder(market, group, checkout)
      all.push(placed)
      if (placed.state !== 'REFUSED') {
        for (const { item, choice } of group.items) setLine(store, visit.id, { item, choice, quantity: 0 })
      } else if (placed.item !== null) await lookAgain(group, placed.item)
    }
    return all
  }

  /** Rereads an item the hub refused, so that the basket shows its current stock. */
  async function lookAgain({ seller }: BasketGroup, item: string): Promise<void> {
    await market.inStep.readListing(seller.id, item)
  }

  function refusalText({ reason, item, left }: Extract<Placed, { state: 'REFUSED' }>): string {
    const title = (item && findOffer(store, item)?.listing.title) ?? 'Something'
    switch (reason) {
      case 'not-enough-stock':
        return left
          ? `“${title}”: only ${left} are left. Nothing was ordered.`
          : `“${title}” has just been sold out. Nothing was ordered.`
      case 'gone':
        return `“${title}” is not on offer any more. Nothing was ordered.`
      case 'closed':
        return 'This store is closed for now. Nothing was ordered.'
      case 'changed':
        return `“${title}” has changed: look at it again. Nothing was ordered.`
      case 'coupon':
        return 'The coupon code has been used up. Nothing was ordered.'
      case 'other':
        return 'The seller could not take the order. Nothing was ordered.'
    }
  }
}

const clipped = (title: string, available: number) =>
  available > 0
    ? `Only ${available} of “${title}” can be had: your basket has as many.`
    : `“${title}” cannot be had any more.`

/** A sample address, so that trying it takes no typing. */
export const exampleAddress = (buyer: string): CheckoutFields => ({
  name: `${buyer.charAt(0).toUpperCase()}${buyer.slice(1)} Example`,
  line1: '1 Harbour Street',
  city: 'Bristol',
  postalCode: 'BS1 4AA',
  country: 'GB',
})

const fieldsOf = (form: FormData): CheckoutFields => ({
  name: textOf(form, 'name').slice(0, 100),
  line1: textOf(form, 'line1').slice(0, 100),
  city: textOf(form, 'city').slice(0, 100),
  postalCode: textOf(form, 'postalCode').slice(0, 20),
  country: textOf(form, 'country'),
})

function errorsOf(fields: CheckoutFields): Partial<Record<keyof CheckoutFields, string>> {
  return {
    ...(fields.name ? {} : { name: 'Say who gets it' }),
    ...(fields.line1 ? {} : { line1: 'Say where it goes' }),
    ...(fields.city ? {} : { city: 'Say in which town' }),
    ...(/^[A-Z]{2}$/.test(fields.country) ? {} : { country: 'Choose a country' }),
  }
}
