import {
  amountOf,
  isSignedBody,
  mapThing,
  minorOf,
  required,
  ShopRefusal,
  type Environment,
  type Named,
  type ShopListing,
  type ShopOffer,
  type ShopOrder,
  type ShopQuestion,
  type Source,
} from '../kit/index.ts'
import type {
  ExampleOffer,
  ExampleOrder,
  ExampleQuestion,
  OfferAnswer,
  QuestionAnswer,
  ShopCancellation,
  ShopParcel,
  ShopProduct,
  ShopRefund,
  ShopSale,
} from './shop-types.ts'

const pounds = (pence: number) => amountOf(pence, 'GBP')

export function createExampleSource(env: Environment): Source {
  const url = required(env, 'SHOP_URL', 'the address of the shop')
  const token = required(env, 'SHOP_TOKEN', 'the token of the shop’s API')
  const secret = env.SHOP_WEBHOOK_SECRET ?? ''

  async function ask(path: string, init: RequestInit = {}): Promise<unknown> {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(url + path, { ...init, headers, signal: AbortSignal.timeout(10_000) })
    if (answer.status === 404) return null
    const body = (await answer.json().catch(() => null)) as { reason?: string } | null
    if (answer.status === 422) throw new ShopRefusal(body?.reason ?? 'The shop refuses it.')
    if (!answer.ok) throw new Error(`The shop answered ${answer.status}.`)
    return body
  }
  const send = async (path: string, body: object) => {
    const answer = await ask(path, { method: 'POST', body: JSON.stringify(body) })
    if (answer === null) throw new ShopRefusal('The shop has no such order or product.')
  }
  const listOf = (kind: string, since: string | null) =>
    ask(`/${kind}${since ? `?since=${encodeURIComponent(since)}` : ''}`)
  const pathOf = (kind: string, { id }: Named) => `/${kind}/${encodeURIComponent(id)}`

  return {
    name: 'The example shop',
    async *listings(since) {
      for (const product of (await listOf('products', since)) as ShopProduct[])
        yield mapThing(product, product, listingOf)
    },
    async listing(named) {
      const product = (await ask(pathOf('products', named))) as ShopProduct | null
      return product && listingOf(product)
    },
    async *orders(since) {
      for (const order of (await listOf('orders', since)) as ExampleOrder[]) yield mapThing(order, order, orderOf)
    },
    async order(named) {
      const order = (await ask(pathOf('orders', named))) as ExampleOrder | null
      return order && orderOf(order)
    },
    applyShipment: (order, { id, carrier, trackingNumber, contents }) => {
      const lines = contents.map(({ line, quantity }) => ({ line, units: quantity }))
      return send(`${pathOf('orders', order)}/parcels`, { id, carrier, trackingNumber, lines } satisfies ShopParcel)
    },
    applyRefund: (order, { id, amount, parts }) => {
      const lines = parts.map((part) => ({ line: part.line, amount: minorOf(part.amount) }))
      return send(`${pathOf('orders', order)}/refunds`, { id, amount: minorOf(amount), lines } satisfies ShopRefund)
    },
    applyCancellation: (order, { lines }) =>
      send(`${pathOf('orders', order)}/cancellations`, { lines } satisfies ShopCancellation),
    applyStock: (listing, { variation, available }) =>
      send(`${pathOf('products', listing)}/units`, { variant: variation ?? listing.id, units: available }),
    applySale: (listing, sale) => {
      const told: ShopSale | null = sale && {
        from: sale.startsAt,
        to: sale.endsAt,
        prices: sale.prices.map(({ variation, price, was }) => ({
          variant: variation ?? listing.id,
          price: minorOf(price),
          was: was && minorOf(was),
        })),
      }
      return send(`${pathOf('products', listing)}/sale`, { sale: told })
    },
    offers: {
      async *list(since) {
        for (const offer of (await listOf('offers', since)) as ExampleOffer[]) yield offerOf(offer)
      },
      apply: (offer, { state, price }) =>
        send(`${pathOf('offers', offer)}/answer`, { state, agreed: minorOf(price) } satisfies OfferAnswer),
      refuse: (offer) =>
        send(`${pathOf('offers', offer)}/answer`, { state: 'REFUSED', agreed: null } satisfies OfferAnswer),
    },
    questions: {
      async *list(since) {
        for (const question of (await listOf('questions', since)) as ExampleQuestion[]) yield questionOf(question)
      },
      apply: (product, { buyer, messages }) => {
        const answers = messages.flatMap(({ from, text }) => (from === 'SELLER' && text !== null ? [text] : []))
        const login = buyer.username ?? ''
        return send(`${pathOf('products', product)}/answers`, { login, answers } satisfies QuestionAnswer)
      },
      // The shop shows it without an answer.
      refuse: async () => {},
    },
    verifyWebhook: ({ headers, body }) => isSignedBody(secret, headers['x-shop-signature'] ?? '', body),
  }
}

/** Converts a product to a listing. The variant of a product without options has the product's id. */
export function listingOf({ id, seller, changedAt, variants, options, barcode, ...product }: ShopProduct): ShopListing {
  const [only] = variants
  return {
    seller,
    id,
    changedAt,
    listing: {
      title: product.name,
      description: product.text,
      category: product.department,
      pictures: product.photos,
      onSale: product.isForSale,
      ...(barcode ? { aspects: { EAN: [barcode] } } : {}),
      ...(options.length > 0
        ? {
            axes: options,
            variations: variants.map(({ code, price, units, ...variant }) => ({
              ...variant,
              sku: code,
              price: pounds(price),
              quantity: units,
            })),
          }
        : { sku: only?.code, price: pounds(only?.price ?? 0), quantity: only?.units ?? 0 }),
    },
  }
}

export const offerOf = ({ id, seller, changedAt, product, login, price, units, madeAt }: ExampleOffer): ShopOffer => ({
  seller,
  id,
  changedAt,
  offer: { listing: product, buyer: login, price: pounds(price), units, madeAt },
})

export const questionOf = ({
  id,
  seller,
  changedAt,
  product,
  login,
  text,
  askedAt,
}: ExampleQuestion): ShopQuestion => ({
  seller,
  id,
  changedAt,
  listing: product,
  question: { buyer: { username: login }, text, sentAt: askedAt },
})

export function orderOf({
  id,
  seller,
  changedAt,
  lines,
  address,
  customer,
  payment,
  ...order
}: ExampleOrder): ShopOrder {
  return {
    seller,
    id,
    changedAt,
    lineIds: lines.map((line) => line.id),
    total: pounds(order.total),
    isCancelled: order.isCancelled,
    finished: order.isSent ? 'SHIPPED' : undefined,
    shipments: order.own?.parcels.map(({ at: shippedAt, lines: contents, ...parcel }) => ({
      ...parcel,
      shippedAt,
      contents: contents.map(({ line, units: quantity }) => ({ line, quantity })),
    })),
    refunds: order.own?.refunds.map(({ id: refund, amount, at: refundedAt }) => ({
      id: refund,
      amount: pounds(amount),
      refundedAt,
    })),
    order: {
      id,
      placedAt: order.placedAt,
      buyer: {
        ...(customer ? { id: customer.id, username: customer.login } : {}),
        name: address.name,
        email: order.email,
      },
      shipTo: {
        name: address.name,
        line1: address.street,
        city: address.city,
        postalCode: address.postcode,
        country: address.country,
      },
      currency: 'GBP',
      lines: lines.map(({ product, variant, units, price, tax }) => ({
        listing: product,
        ...(variant === product ? {} : { variationId: variant }),
        quantity: units,
        unitPrice: pounds(price),
        tax: pounds(tax),
      })),
      shipping: pounds(order.postage),
      discount: pounds(order.discount),
      payment: payment && { id: payment.id, method: 'CARD', state: 'PAID', paidAt: payment.paidAt },
    },
  }
}
