import type { ReactNode } from 'react'
import { OrderNotes, type OrderNotesAnswer, type OrderNotesModel } from '#features/orders/order-notes/order-notes.tsx'
import type { Talk } from '#features/orders/conversations/read-talk.server.ts'
import { Thread } from '#features/orders/conversations/thread.tsx'
import { OrderCases } from '#features/after-sale/cases/order-cases.tsx'
import { AnswerPanel } from '#features/after-sale/cancellations/answer-panel.tsx'
import type { AnswerPanelModel, CancelFormAnswer } from '#features/after-sale/cancellations/cancel-form.ts'
import { HandOverForm, type HandOverModel } from '#features/shipping/hand-over/hand-over-form.tsx'
import { ShipLink } from '#features/shipping/fulfilment/ship-link.tsx'
import { ButtonLink } from '#shui/button/button.tsx'
import { WayBack, type WayBackProps } from '#features/machinery/grid/neighbours.tsx'
import { PageTitle } from '#shui/header/page-title.tsx'
import { Section } from '#shui/section/section.tsx'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageLink } from '#web/page-link.tsx'
import type { OversoldModel } from '#features/order-page/read/oversold-view.ts'
import type { UnusableModel } from '#features/order-page/read/unusable-view.ts'
import type { OrderDetailsModel } from '#features/order-page/read/order-details-view.ts'
import { OrderFeedback, type ReplyAnswer } from './order-feedback.tsx'
import { OrderLabels } from './order-labels.tsx'
import type { OrderLabelModel } from '#features/order-page/read/order-labels-view.ts'
import { OrderLines } from './order-lines.tsx'
import type { EarningsModel } from '#features/order-page/read/order-earnings.server.ts'
import { OrderEarnings } from './order-earnings.tsx'
import { OrderMoney } from './order-money.tsx'
import { OrderAddress, OrderBuyer, OrderOfShop } from './order-people.tsx'
import { OrderShipments } from './order-shipments.tsx'
import styles from './order-view.module.css'
import type { SameParcelHint } from '#features/order-page/read/ship-together-view.ts'
import { Time } from './order-time.tsx'

interface OrderViewProps extends WayBackProps {
  model: OrderDetailsModel
  /** Null if not permitted. */
  printHref: string | null
  /** Null if there is nothing to ship, or not permitted. */
  shipHref: string | null
  /** Buys a label for what is to be shipped; null if not permitted. */
  labelHref: string | null
  labels: readonly OrderLabelModel[]
  /** Null if it does not wait for its buyer, or not permitted. */
  handOver: HandOverModel | null
  /** Set if other orders could ship in the same parcel and the reader may ship. */
  together: SameParcelHint | null
  notes: OrderNotesModel
  /** The conversation; null if not permitted. */
  talk: Talk | null
  /** Set while the private note is being written. */
  notesAnswer?: OrderNotesAnswer
  /** Set while a reply to feedback is being written. */
  replyAnswer?: ReplyAnswer | null
  /** What is left of the order; null if nothing is in the books, or not permitted. */
  earnings: EarningsModel | null
  /** URL of the order without forms. */
  detailsHref: string
  /** Null if nothing can be refunded, or not permitted. */
  refundHref: string | null
  /** Null if the address cannot be changed, or not permitted. */
  addressHref: string | null
  /** Form that replaces the address. */
  addressPanel?: ReactNode
  /** Null if it cannot be cancelled, or not permitted. */
  cancelHref: string | null
  /** The buyer's cancellation request, if the reader may answer it. */
  request: AnswerPanelModel | null
  answerHref: string
  /** Set after a rejected cancellation form. */
  cancelAnswer?: CancelFormAnswer | undefined
  /** Form above the items that cancels everything. */
  cancelPanel?: ReactNode
  /** Form that replaces the items. */
  panel?: ReactNode
}

/** Page of an order. Same sequence on phones: the buyer's note, the address, the private note, the items. */
export function OrderView(props: OrderViewProps) {
  const { model, back, printHref, neighbours, shipHref, refundHref, cancelHref, addressHref, panel } = props
  const { together, notes, notesAnswer, talk } = props
  const { t } = useTexts()
  return (
    <>
      <PageTitle
        title={model.title}
        status={
          <>
            <Status {...model.status} />
            {model.due ? <Status {...model.due} /> : null}
          </>
        }
        note={model.note}
        before={
          <WayBack
            back={back}
            neighbours={neighbours}
            keys={panel === undefined && props.cancelPanel === undefined && props.addressPanel === undefined}
          />
        }
        actions={
          shipHref || cancelHref || printHref || props.handOver ? (
            <>
              {printHref ? <ButtonLink href={printHref}>{t('word.print')}</ButtonLink> : null}
              {cancelHref ? (
                <ButtonLink href={cancelHref}>
                  {t(model.shipments.length > 0 ? 'cancel.rest' : 'order.cancel')}
                </ButtonLink>
              ) : null}
              {shipHref && props.labelHref ? (
                <ButtonLink href={props.labelHref}>{t('order.label.buy')}</ButtonLink>
              ) : null}
              {shipHref ? <ShipLink href={shipHref} /> : null}
              {props.handOver ? <HandOverForm {...props.handOver} /> : null}
            </>
          ) : null
        }
      />
      <Dates model={model} />
      {model.oversold ? <Oversold oversold={model.oversold} /> : null}
      {model.unusable ? <Unusable unusable={model.unusable} /> : null}
      {model.outdated === null ? null : <p className={styles.outdated}>{model.outdated}</p>}
      {model.cases.length > 0 ? <OrderCases cases={model.cases} /> : null}
      {model.buyerNote === null ? null : (
        <blockquote className={styles.note}>
          <p className={styles.quiet}>{t('order.note')}</p>
          <p className={styles.words} dir="auto">
            {model.buyerNote}
          </p>
        </blockquote>
      )}
      {model.gift ? (
        <blockquote className={styles.note}>
          <p className={styles.quiet}>{model.gift.title}</p>
          {model.gift.message === null ? null : (
            <p className={styles.words} dir="auto">
              {model.gift.message}
            </p>
          )}
        </blockquote>
      ) : null}
      {/* The key resets input when moving to another order. */}
      <div key={props.detailsHref} className={styles.columns}>
        <div className={styles.shipTo}>
          <Section
            title={model.delivery?.text ?? t('word.shipTo')}
            controls={
              addressHref ? (
                <PageLink to={addressHref} className={styles.link} preventScrollReset>
                  {t('order.address.edit')}
                </PageLink>
              ) : null
            }
          >
            {model.delivery ? (
              <div className={styles.buyer}>
                <p className={styles.quiet}>{model.delivery.hint}</p>
              </div>
            ) : null}
            {props.addressPanel ?? <OrderAddress address={model.address} copy={t('order.address.copy')} />}
          </Section>
          <OrderNotes model={notes} answer={notesAnswer} />
        </div>
        <div className={styles.column}>
          {props.request ? (
            <AnswerPanel model={props.request} answer={props.cancelAnswer} action={props.answerHref} />
          ) : null}
          {props.cancelPanel}
          {panel ?? (
            <Section title={t('word.items')}>
              {together ? <Together hint={together} /> : null}
              <OrderLines lines={model.lines} />
            </Section>
          )}
          {props.labels.length > 0 ? (
            <Section title={t('order.labels')}>
              <OrderLabels labels={props.labels} number={model.number} />
            </Section>
          ) : null}
          {model.shipments.length > 0 ? (
            <Section title={t('order.shipments')}>
              <OrderShipments model={model} />
            </Section>
          ) : null}
          {talk ? <Thread title={t('talk.title')} {...talk} /> : null}
          <Section title={t('word.timeline')}>
            <ol className={styles.timeline}>
              {model.timeline.map(({ text, by, time }, index) => (
                <li key={`${index} ${text}`}>
                  <Time time={time} />
                  <span>
                    <span dir="auto">{text}</span>
                    {by ? <bdi className={styles.by}>{by}</bdi> : null}
                  </span>
                </li>
              ))}
            </ol>
          </Section>
        </div>
        <div className={styles.column}>
          <Section title={t('word.buyer')}>
            <OrderBuyer model={model} />
          </Section>
          <OrderOfShop model={model} />
          <Section
            title={t('order.money')}
            controls={
              refundHref ? (
                <PageLink to={refundHref} className={styles.link} preventScrollReset>
                  {t('word.refund')}
                </PageLink>
              ) : null
            }
          >
            <OrderMoney model={model} />
          </Section>
          {props.earnings ? (
            <Section
              title={t('order.earnings')}
              controls={
                <PageLink to={props.earnings.href} className={styles.link}>
                  {t('order.earnings.show')}
                </PageLink>
              }
            >
              <OrderEarnings earnings={props.earnings} />
            </Section>
          ) : null}
          <OrderFeedback feedback={model.feedback} answer={props.replyAnswer} closeHref={props.detailsHref} />
        </div>
      </div>
    </>
  )
}

function Oversold({ oversold: { title, items, what } }: { oversold: OversoldModel }) {
  return (
    <div className={styles.oversold}>
      <Status tone="bad" text={title} />
      <ul>
        {items.map(({ text, href }) => (
          <li key={href}>
            <PageLink to={href} className={styles.link} dir="auto">
              {text}
            </PageLink>
          </li>
        ))}
      </ul>
      <p className={styles.quiet}>{what}</p>
    </div>
  )
}

function Unusable({ unusable: { title, items, what } }: { unusable: UnusableModel }) {
  return (
    <div className={`${styles.oversold} ${styles.toCheck}`}>
      <Status tone="warn" text={title} />
      <ul>
        {items.map((text, index) => (
          <li key={`${index} ${text}`} dir="auto">
            {text}
          </li>
        ))}
      </ul>
      <p className={styles.quiet}>{what}</p>
    </div>
  )
}

function Together({ hint }: { hint: SameParcelHint }) {
  return (
    <div className={styles.together}>
      <p>{hint.text}</p>
      <ButtonLink href={hint.href} size="small">
        {hint.action}
      </ButtonLink>
    </div>
  )
}

function Dates({
  model: { dates, delivery, service, policies, marketplaceNumber, group },
}: {
  model: OrderDetailsModel
}) {
  const { t } = useTexts()
  return (
    <dl className={styles.dates}>
      {dates.map(({ label, time, tone }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{tone ? <Status tone={tone} text={time.text} /> : <Time time={time} />}</dd>
        </div>
      ))}
      {delivery ? (
        <div>
          <dt>{t('handOver.delivery')}</dt>
          <dd>{delivery.text}</dd>
        </div>
      ) : null}
      {service ? (
        <div>
          <dt>{t('word.service')}</dt>
          <dd>{service}</dd>
        </div>
      ) : null}
      {policies.length > 0 ? (
        <div>
          <dt>{t('order.policy')}</dt>
          {policies.map(({ text, href }) => (
            <dd key={text} dir="auto">
              {href === null ? text : <PageLink to={href}>{text}</PageLink>}
            </dd>
          ))}
        </div>
      ) : null}
      {marketplaceNumber === null ? null : (
        <div>
          <dt>{t('word.marketplaceNumber')}</dt>
          <dd dir="auto">{marketplaceNumber}</dd>
        </div>
      )}
      {group === null ? null : (
        <div>
          <dt>{t('order.group')}</dt>
          <dd dir="auto">{group}</dd>
        </div>
      )}
    </dl>
  )
}
