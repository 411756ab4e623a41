import { Button, ButtonLink } from '#shui/button/button.tsx'
import { Empty } from '#shui/empty/empty.tsx'
import { TextField } from '#shui/form/controls.tsx'
import { Status } from '#shui/status/status.tsx'
import type { HubOffer } from '../hub-types.ts'
import type { BuyerOffer } from '../store/buyer-offers.ts'
import { Frame, Token, type FrameModel, type Notice } from './frame.tsx'
import { OrderRequest } from './order-requests.tsx'
import { orderHref } from './orders.tsx'
import styles from './orders.module.css'
import { count, momentOf, price } from './words.ts'

export interface BuyerOffersProps {
  frame: FrameModel
  offers: (BuyerOffer & { title: string; isDue: boolean })[]
  /** Idempotency key of the page's forms. */
  requestId: string
  notice: Notice | null
}

type Shown = BuyerOffersProps['offers'][number]

/** Offers that a buyer made or got, with what they can do about each. */
export function BuyerOffersPage({ frame, offers, requestId, notice }: BuyerOffersProps) {
  return (
    <Frame frame={frame} title="My offers" notice={notice}>
      <h1 className={styles.title}>My offers</h1>
      {offers.length === 0 ? (
        <Empty
          title="You have no offers"
          hint="Offer less on an item that takes offers, or watch it: sellers may offer less."
        >
          <ButtonLink href="/search">Look around</ButtonLink>
        </Empty>
      ) : (
        <ul data-live="offers">
          {offers.map((shown) => (
            <li key={shown.offer.id} className={styles.panel} id={shown.offer.id}>
              <OfferFacts {...shown} />
              {shown.isDue ? null : <OfferSteps frame={frame} requestId={requestId} {...shown} />}
            </li>
          ))}
        </ul>
      )}
    </Frame>
  )
}

function OfferFacts({ title, offer, isDue }: Shown) {
  const { item, variation, units, message, dueAt, listPrice } = offer
  return (
    <>
      <h2>
        <a href={`/items/${item}`}>{variation === null ? title : `${title} (${variation})`}</a>
      </h2>
      <p>
        <strong>{price(offer.price)}</strong> each for {count(units, 'unit')}, instead of {price(listPrice)}
      </p>
      <Status tone={isDue ? 'neutral' : stateOf(offer).tone} text={isDue ? 'Expired' : stateOf(offer).text} />
      {dueAt !== null && !isDue ? <p className={styles.small}>Until {momentOf(dueAt)} UTC</p> : null}
      {message === null ? null : <p className={styles.said}>“{message}”</p>}
    </>
  )
}

function OfferSteps({ frame, requestId, offer }: Shown & { frame: FrameModel; requestId: string }) {
  const { id, state, turn, mayCounter, order, price: asked } = offer
  const action = `/offers/${encodeURIComponent(id)}`
  if (order !== null)
    return (
      <ButtonLink size="small" href={orderHref(order)}>
        Show the order
      </ButtonLink>
    )
  if (state === 'ACCEPTED')
    return (
      <form action={action} method="post">
        <OrderRequest frame={frame} step="pay" requestId={requestId} />
        <Button type="submit" kind="primary">
          Pay with the example card
        </Button>
      </form>
    )
  if (turn === null) return null
  return (
    <>
      <form action={action} method="post" className={styles.buttons}>
        <Token frame={frame} />
        <input type="hidden" name="requestId" value={requestId} />
        {turn === 'BUYER' ? (
          <>
            <Button type="submit" name="step" value="accept" kind="primary">
              Accept {price(asked)}
            </Button>
            <Button type="submit" name="step" value="decline">
              Decline
            </Button>
          </>
        ) : (
          <Button type="submit" name="step" value="withdraw">
            Withdraw
          </Button>
        )}
      </form>
      {turn === 'BUYER' && mayCounter ? (
        <form action={action} method="post" className={styles.form}>
          <OrderRequest frame={frame} step="counter" requestId={requestId} />
          <TextField label={`Your price each (${asked.currency})`} name="price" inputMode="decimal" required />
          <Button type="submit">Counter</Button>
        </form>
      ) : null}
    </>
  )
}

const waiting = { tone: 'neutral', text: 'The seller is to answer' } as const

function stateOf({ state, turn }: HubOffer): { tone: 'good' | 'neutral' | 'warn'; text: string } {
  switch (state) {
    case 'OPEN':
      return turn === 'BUYER' ? { tone: 'warn', text: 'The seller offers you this' } : waiting
    case 'COUNTERED_BY_SELLER':
      return { tone: 'warn', text: 'The seller made a counteroffer' }
    case 'COUNTERED_BY_BUYER':
      return waiting
    case 'ACCEPTED':
      return { tone: 'good', text: 'Accepted: pay for it' }
    case 'PAID':
      return { tone: 'good', text: 'Paid' }
    default:
      return { tone: 'neutral', text: endings[state] }
  }
}

const endings = {
  DECLINED: 'Declined',
  EXPIRED: 'Expired',
  WITHDRAWN: 'Withdrawn',
  LISTING_ENDED: 'The listing has ended',
  NOT_PAID: 'Not paid in time',
} as const
