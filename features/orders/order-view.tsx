import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'
import { OrderNotes, type OrderNotesAnswer, type OrderNotesModel } from '#features/order-notes/order-notes.tsx'
import { Thread, type ThreadAnswer } from '#features/conversations/thread.tsx'
import { OrderCases } from '#features/cases/order-cases.tsx'
import { AnswerPanel } from '#features/cancellations/answer-panel.tsx'
import type { AnswerPanelModel, CancelFormAnswer } from '#features/cancellations/cancel-form.ts'
import { ShipLink } from '#features/fulfilment/ship-link.tsx'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { SrtField } from '#web/srt-field.tsx'
import { paths } from '#web/paths.ts'
import { WayBack, type WayBackProps } from '#features/grid/neighbours.tsx'
import { CopyButton } from '#shui/button/copy-button.tsx'
import { PageTitle } from '#shui/header/page-title.tsx'
import { Section } from '#shui/section/section.tsx'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import type { OrderDetailsModel } from './order-details-view.ts'
import { OrderFeedback, type ReplyAnswer } from './order-feedback.tsx'
import type { OrderTalk } from './order-talk.server.ts'
import { OrderLines } from './order-lines.tsx'
import { OrderMoney } from './order-money.tsx'
import styles from './order-view.module.css'
import type { SameParcelHint } from './ship-together-view.ts'
import { Time } from './order-time.tsx'

interface OrderViewProps extends WayBackProps {
  model: OrderDetailsModel
  /** Null for whoever may not print. */
  printHref: string | null
  /** Where the order is shipped; null where there is nothing to ship, or not by this reader. */
  shipHref: string | null
  /** Present where other orders could go in the same parcel, for whoever ships. */
  together: SameParcelHint | null
  notes: OrderNotesModel
  /** What was written with the buyer; null for whoever may not see it. */
  talk: OrderTalk | null
  /** Present where a message could not be sent. */
  talkAnswer?: ThreadAnswer | null
  /** Present while the private note is written. */
  notesAnswer?: OrderNotesAnswer
  /** Present while the reply to the buyer's feedback is written. */
  replyAnswer?: ReplyAnswer | null
  /** The order at rest. */
  detailsHref: string
  /** Where money goes back; null where none can, or not by this reader. */
  refundHref: string | null
  /** Where it is cancelled; null where it cannot be, or not by this reader. */
  cancelHref: string | null
  /** The buyer's request to cancel that this reader may answer. */
  request: AnswerPanelModel | null
  answerHref: string
  /** Present where an answer came back. */
  cancelAnswer?: CancelFormAnswer | undefined
  /** The form by which all of it is cancelled: above the items. */
  cancelPanel?: ReactNode
  /** The form that takes the place of the items while something is done about the order. */
  panel?: ReactNode
}

/** An order in full. In this order on a phone too: what the buyer wrote, where it goes, then the items. */
export function OrderView(props: OrderViewProps) {
  const { model, back, printHref, neighbours, shipHref, refundHref, cancelHref, panel } = props
  const { together, notes, notesAnswer, talk, talkAnswer } = props
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
          <WayBack back={back} neighbours={neighbours} keys={panel === undefined && props.cancelPanel === undefined} />
        }
        actions={
          shipHref || cancelHref || printHref ? (
            <>
              {printHref ? <ButtonLink href={printHref}>{t('order.print')}</ButtonLink> : null}
              {cancelHref ? <ButtonLink href={cancelHref}>{t('order.cancel')}</ButtonLink> : null}
              {shipHref ? <ShipLink href={shipHref} /> : null}
            </>
          ) : null
        }
      />
      <Dates model={model} />
      {model.cases.length > 0 ? <OrderCases cases={model.cases} /> : null}
      {model.buyerNote === null ? null : (
        <blockquote className={styles.note}>
          <p className={styles.quiet}>{t('order.note')}</p>
          <p className={styles.words} dir="auto">
            {model.buyerNote}
          </p>
        </blockquote>
      )}
      <div className={styles.columns}>
        <div className={styles.shipTo}>
          <Section title={t('order.address')}>
            <Address model={model} />
          </Section>
        </div>
        <div className={styles.column}>
          {props.request ? (
            <AnswerPanel model={props.request} answer={props.cancelAnswer} action={props.answerHref} />
          ) : null}
          {props.cancelPanel}
          {panel ?? (
            <Section title={t('order.lines')}>
              {together ? <Together hint={together} /> : null}
              <OrderLines lines={model.lines} />
            </Section>
          )}
          {model.shipments.length > 0 ? (
            <Section title={t('order.shipments')}>
              <Shipments model={model} />
            </Section>
          ) : null}
          {talk ? <Thread title={t('talk.title')} {...talk} answer={talkAnswer} /> : null}
          <Section title={t('order.timeline')}>
            <ol className={styles.timeline}>
              {model.timeline.map(({ text, by, time }) => (
                <li key={`${time.dateTime} ${text}`}>
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
          <Section title={t('order.buyer')}>
            <Buyer model={model} />
          </Section>
          <Section
            title={t('order.money')}
            controls={
              refundHref ? (
                <Link to={refundHref} className={styles.link} preventScrollReset>
                  {t('order.refund')}
                </Link>
              ) : null
            }
          >
            <OrderMoney model={model} />
          </Section>
          <OrderNotes model={notes} answer={notesAnswer} />
          <OrderFeedback feedback={model.feedback} answer={props.replyAnswer} closeHref={props.detailsHref} />
        </div>
      </div>
    </>
  )
}

/** Other orders could go in the same parcel. */
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

function Dates({ model: { dates, service } }: { model: OrderDetailsModel }) {
  const { t } = useTexts()
  return (
    <dl className={styles.dates}>
      {dates.map(({ label, time, tone }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{tone ? <Status tone={tone} text={time.text} /> : <Time time={time} />}</dd>
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

function Shipments({ model: { number, shipments } }: { model: OrderDetailsModel }) {
  const { t } = useTexts()
  return (
    <ul className={styles.list}>
      {shipments.map(
        ({ key, carrier, service, tracking, trackingHref, by, takeBackKey, state, shipped, delivered, contents }) => (
          <li key={key} className={styles.entry}>
            <p className={styles.entryHead}>
              <b>{[carrier, service].filter(Boolean).join(', ')}</b>
              <Status {...state} />
            </p>
            {tracking ? (
              <p>
                <span className={styles.quiet}>{t('order.parcel.tracking')}</span>{' '}
                {trackingHref ? (
                  <a href={trackingHref} className={styles.link} target="_blank" rel="noreferrer">
                    <code>{tracking}</code>
                  </a>
                ) : (
                  <code>{tracking}</code>
                )}
              </p>
            ) : null}
            <p className={styles.quiet}>
              {[
                shipped ? t('order.parcel.shipped', { time: shipped.text }) : null,
                by ? t('order.parcel.by', { name: by }) : null,
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
            {takeBackKey ? <TakeBack parcelKey={takeBackKey} number={number} /> : null}
          </li>
        ),
      )}
    </ul>
  )
}

/** Takes a parcel back that no carrier has scanned yet. */
function TakeBack({ parcelKey, number }: { parcelKey: string; number: string }) {
  const { t } = useTexts()
  return (
    <Form method="post" action={paths.takeBackParcel} className={styles.takeBack} replace>
      <SrtField />
      <input type="hidden" name="order" value={number} />
      <input type="hidden" name="parcel" value={parcelKey} />
      <Button type="submit" size="small">
        {t('ship.takeBack')}
      </Button>
      <span className={styles.quiet}>{t('ship.takeBack.hint')}</span>
    </Form>
  )
}

function Address({ model: { address } }: { model: OrderDetailsModel }) {
  const { t } = useTexts()
  const { lines, phone, hint } = address
  return (
    <>
      {lines.length > 0 ? (
        <div className={styles.addressRow}>
          <address className={styles.address}>
            {lines.map((line, index) => (
              <span key={`${index} ${line}`} dir="auto">
                {line}
              </span>
            ))}
          </address>
          {hint === null ? (
            <CopyButton
              text={lines.join('\n')}
              label={t('order.address.copy')}
              copied={t('order.address.copied')}
              refused={t('order.address.notCopied')}
            />
          ) : null}
        </div>
      ) : null}
      {phone ? (
        <p className={styles.quiet}>
          {t('order.phone')}{' '}
          <a href={phone.href} className={styles.link}>
            <bdi>{phone.text}</bdi>
          </a>
        </p>
      ) : null}
      {hint ? <p className={styles.quiet}>{hint}</p> : null}
    </>
  )
}

function Buyer({ model: { buyer } }: { model: OrderDetailsModel }) {
  const { t } = useTexts()
  return (
    <div className={styles.buyer}>
      <p className={styles.buyerHead}>
        <b dir="auto">{buyer.username}</b>
        {buyer.others ? <span className={styles.repeat}>{t('order.repeatBuyer')}</span> : null}
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
