import { Button, ButtonLink } from '#shui/button/button.tsx'
import { Empty } from '#shui/empty/empty.tsx'
import { Input } from '#shui/form/controls.tsx'
import { mostUnits, type BasketGroup, type BasketItem } from '../orders/basket.ts'
import { Away } from './away.tsx'
import { BasketSums } from './basket-sums.tsx'
import styles from './basket.module.css'
import { storeHref } from './browse.tsx'
import { Frame, Token, type FrameModel, type Notice } from './frame.tsx'
import { Picture } from './offers.tsx'
import { price, priceOf } from './words.ts'

export interface BasketProps {
  frame: FrameModel
  groups: BasketGroup[]
  notice: Notice | null
}

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
      <Away seller={seller} frame={frame} />
      <ul>
        {items.map((item) => (
          <Line key={`${item.item} ${item.choice}`} frame={frame} item={item} />
        ))}
      </ul>
      <BasketSums group={group} />
    </section>
  )
}

function Line({ frame, item }: { frame: FrameModel; item: BasketItem }) {
  const { listing, variation, problem } = item
  return (
    <li className={styles.line}>
      <Picture listing={listing} />
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
        <input type="hidden" name="choice" value={item.choice} />
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
  switch (problem.reason) {
    case 'gone':
      return 'This is sold out or not on offer any more: take it out to order the rest.'
    case 'away':
      return 'This is not on sale while the seller is away: take it out to order the rest.'
    case 'too-many':
      return `Only ${problem.available} left: order ${problem.available} or fewer.`
  }
}
