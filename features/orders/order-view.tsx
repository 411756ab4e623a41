import { Link } from 'react-router'
import { BackToList, useOpenedHere, type OpenedState } from '#features/grid/back-to-list.tsx'
import { PageTitle } from '#shui/header/page-title.tsx'
import { Section } from '#shui/section/section.tsx'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import type { FeedbackModel, OrderDetailsModel } from './order-details-view.ts'
import { OrderLines } from './order-lines.tsx'
import { OrderMoney } from './order-money.tsx'
import styles from './order-view.module.css'
import type { TimeModel } from './order-words.ts'

/** The addresses of the orders before and after this one in its list. */
export interface NeighbourLinks {
  previous: string | null
  next: string | null
}

interface OrderViewProps {
  model: OrderDetailsModel
  backHref: string
  /** Null where the order was not opened from a list. */
  neighbours: NeighbourLinks | null
}

/** An order in full. */
export function OrderView({ model, backHref, neighbours }: OrderViewProps) {
  const { t } = useTexts()
  return (
    <>
      <PageTitle
        title={model.title}
        note={model.note}
        before={
          <div className={styles.way}>
            <BackToList href={backHref} className={styles.back}>
              {t('order.back')}
            </BackToList>
            {neighbours ? <Neighbours links={neighbours} /> : null}
          </div>
        }
        actions={<Status {...model.status} />}
      />
      <Dates model={model} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <Section title={t('order.lines')}>
            <OrderLines lines={model.lines} />
          </Section>
          {model.buyerNote === null ? null : (
            <Section title={t('order.note')}>
              <p className={styles.note} dir="auto">
                {model.buyerNote}
              </p>
            </Section>
          )}
          <Section title={t('order.shipments')}>
            <Shipments model={model} />
          </Section>
          <Section title={t('order.timeline')}>
            <ol className={styles.timeline}>
              {model.timeline.map(({ text, time }) => (
                <li key={`${time.dateTime} ${text}`}>
                  <Time time={time} />
                  <span dir="auto">{text}</span>
                </li>
              ))}
            </ol>
          </Section>
        </div>
        <div className={styles.column}>
          <Section title={t('order.address')}>
            <Address model={model} />
          </Section>
          <Section title={t('order.buyer')}>
            <Buyer model={model} />
          </Section>
          <Section title={t('order.money')}>
            <OrderMoney model={model} />
          </Section>
          {model.feedback.length > 0 ? (
            <Section title={t('order.feedback')}>
              {model.feedback.map((entry) => (
                <Feedback key={entry.key} entry={entry} />
              ))}
            </Section>
          ) : null}
        </div>
      </div>
    </>
  )
}

/** To the orders beside this one. They take its place in the history, so that Back still leads to the list. */
function Neighbours({ links: { previous, next } }: { links: NeighbourLinks }) {
  const { t } = useTexts()
  const state: OpenedState = { isOpenedHere: useOpenedHere() }
  if (!previous && !next) return null
  return (
    <nav aria-label={t('order.neighbours')} className={styles.neighbours}>
      {previous ? (
        <Link to={previous} replace state={state} className={styles.back}>
          {t('order.previous')}
        </Link>
      ) : null}
      {next ? (
        <Link to={next} replace state={state} className={styles.back}>
          {t('order.next')}
        </Link>
      ) : null}
    </nav>
  )
}

/** A moment. */
export function Time({ time }: { time: TimeModel }) {
  return (
    <time dateTime={time.dateTime} className={styles.time}>
      {time.text}
    </time>
  )
}

function Dates({ model: { dates, service } }: { model: OrderDetailsModel }) {
  const { t } = useTexts()
  return (
    <dl className={styles.dates}>
      {dates.map(({ label, time, state }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {state ? <Status {...state} /> : null}
            <Time time={time} />
          </dd>
        </div>
      ))}
      {service ? (
        <div>
          <dt>{t('order.service')}</dt>
          <dd>{service}</dd>
        </div>
      ) : null}
    </dl>
  )
}

function Shipments({ model: { shipments } }: { model: OrderDetailsModel }) {
  const { t } = useTexts()
  if (shipments.length === 0) return <p className={styles.quiet}>{t('order.shipments.none')}</p>
  return (
    <ul className={styles.list}>
      {shipments.map(({ key, carrier, service, tracking, state, shipped, delivered, contents }) => (
        <li key={key} className={styles.entry}>
          <p className={styles.entryHead}>
            <b>{[carrier, service].filter(Boolean).join(', ')}</b>
            <Status {...state} />
          </p>
          {tracking ? (
            <p>
              <span className={styles.quiet}>{t('order.parcel.tracking')}</span> <code>{tracking}</code>
            </p>
          ) : null}
          <p className={styles.quiet}>
            {[
              shipped ? t('order.parcel.shipped', { time: shipped.text }) : null,
              delivered ? t('order.parcel.delivered', { time: delivered.text }) : null,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {contents.length > 0 ? (
            <ul className={styles.contents} aria-label={t('order.parcel.contents')}>
              {contents.map((content) => (
                <li key={content} dir="auto">
                  {content}
                </li>
              ))}
            </ul>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

function Address({ model: { address } }: { model: OrderDetailsModel }) {
  const { t } = useTexts()
  return (
    <>
      {address.lines.length > 0 ? (
        <address className={styles.address}>
          {address.lines.map((line, index) => (
            <span key={`${index} ${line}`} dir="auto">
              {line}
            </span>
          ))}
        </address>
      ) : null}
      {address.phone ? (
        <p className={styles.quiet}>
          {t('order.phone')} <bdi>{address.phone}</bdi>
        </p>
      ) : null}
      {address.hint ? <p className={styles.quiet}>{address.hint}</p> : null}
    </>
  )
}

function Buyer({ model: { buyer } }: { model: OrderDetailsModel }) {
  return (
    <div className={styles.buyer}>
      <p>
        <b dir="auto">{buyer.username}</b>
      </p>
      {buyer.name ? <p dir="auto">{buyer.name}</p> : null}
      {buyer.others ? (
        <p>
          <Link to={buyer.others.href} className={styles.link}>
            {buyer.others.text}
          </Link>
        </p>
      ) : null}
    </div>
  )
}

function Feedback({ entry: { rating, stars, title, comment, time, reply } }: { entry: FeedbackModel }) {
  const { t } = useTexts()
  return (
    <div className={styles.entry}>
      <p className={styles.entryHead}>
        <Status {...rating} />
        {time ? <Time time={time} /> : null}
      </p>
      {stars ? <p className={styles.quiet}>{stars}</p> : null}
      {title ? (
        <p dir="auto">
          <b>{title}</b>
        </p>
      ) : null}
      {comment ? (
        <p className={styles.words} dir="auto">
          {comment}
        </p>
      ) : null}
      {reply ? (
        <p className={styles.quiet}>
          {t('order.reply')} <bdi>{reply}</bdi>
        </p>
      ) : null}
    </div>
  )
}
