import { useEffect, useRef } from 'react'
import { WayBack } from '#features/machinery/grid/neighbours.tsx'
import type { ThreadAnswer } from '#features/orders/conversations/message-form.tsx'
import { replyHash } from '#features/orders/conversations/thread-id.ts'
import { threadTitle } from '#features/orders/conversations/thread-title.ts'
import { Thread } from '#features/orders/conversations/thread.tsx'
import { PageTitle } from '#shui/header/page-title.tsx'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import type { Texts } from '#texts/texts.ts'
import { KeyHints } from '#web/key-hints.tsx'
import { PageLink } from '#web/page-link.tsx'
import { PageName } from '#web/page-name.tsx'
import { useLocation } from '#web/router/router.ts'
import type { readOrderConversation, BriefModel } from './conversation-page.server.ts'
import columns from '#web/columns.module.css'
import styles from './conversation-view.module.css'
import { ListingInBrief } from './listing-in-brief.tsx'
import type { readQuestionPage } from './question-page.server.ts'
import { Facts } from '#features/machinery/grid/fact-rows.tsx'
import { OrderCases } from '#features/after-sale/cases/order-cases.tsx'
import { ButtonLink } from '#shui/button/button.tsx'
import { Section } from '#shui/section/section.tsx'
import { TrackingNumber } from '#features/order-page/read/tracking-number.tsx'

type OrderPage = Awaited<ReturnType<typeof readOrderConversation>>
type QuestionPage = Awaited<ReturnType<typeof readQuestionPage>>

interface ConversationViewProps {
  page: OrderPage | QuestionPage
  /** Set if a message could not be sent. */
  answer: ThreadAnswer | null
}

/** What is shown of an order or listing above its conversation. */
function subjectOf(page: OrderPage | QuestionPage, { t }: Texts) {
  const { buyer } = page
  if (page.kind === 'question') {
    const { thread, item, title, picture, href, status } = page.listing
    const text = t('conversations.item', { number: item })
    const name = threadTitle({ order: null, item, buyer }, { t })
    const statuses = [{ tone: 'neutral' as const, text: t('talk.question') }, status]
    return { key: thread, name, statuses, title, picture, href, text, more: 0 }
  }
  const { number, lines, status, due, href } = page.brief
  const [first, ...others] = lines
  return {
    key: number,
    name: threadTitle({ order: number, item: null, buyer }, { t }),
    statuses: due ? [status, due] : [status],
    title: first?.title ?? '',
    picture: first?.image ?? null,
    href,
    text: t('order.title', { number }),
    more: others.length,
  }
}

/** A conversation with the order or listing beside it; on narrow pages below. */
export function ConversationView({ page, answer }: ConversationViewProps) {
  const texts = useTexts()
  const { t } = texts
  const { talk, buyer, note, back, neighbours } = page
  const { key, name, statuses, title, picture, href, text, more } = subjectOf(page, texts)
  const thread = useReplyInSight(key)
  return (
    <>
      <PageName name={name} />
      <PageTitle
        title={buyer}
        status={statuses.map((status) => (
          <Status key={status.text} {...status} />
        ))}
        note={note}
        before={<WayBack back={back} neighbours={neighbours} />}
      />
      <p className={styles.about}>
        {picture ? <img src={picture} alt="" width={40} height={40} /> : null}
        <span>
          <span dir="auto">{title}</span>
          {more > 0 ? <span className={styles.quiet}> {t('talk.items', { n: more })}</span> : null}
          <PageLink to={href} className={styles.order}>
            {text}
          </PageLink>
        </span>
      </p>
      {/* The key resets input when moving to another conversation. */}
      <div key={key} className={columns.columns}>
        <div className={columns.column}>
          <div ref={thread}>
            <Thread title={t('talk.title')} {...talk} answer={answer} />
          </div>
          <KeyHints
            keys={[
              ...((neighbours?.previous.href ?? neighbours?.next.href)
                ? [
                    { key: 'j', text: neighbours.next.label },
                    { key: 'k', text: neighbours.previous.label },
                  ]
                : []),
              { key: 'r', text: t('talk.reply.do') },
              { key: 'Escape', text: t('talk.key.leave') },
            ]}
          />
        </div>
        {page.kind === 'question' ? <ListingInBrief listing={page.listing} /> : <OrderInBrief brief={page.brief} />}
      </div>
    </>
  )
}

/**
 * Shows the last message when another conversation opens; focuses the reply if the link asked for that, but not on
 * phones, where the keyboard would cover the messages.
 */
function useReplyInSight(key: string) {
  const thread = useRef<HTMLDivElement>(null)
  const { hash } = useLocation()
  const opened = useRef<string | null>(null)
  useEffect(() => {
    if (opened.current === key) return
    // The form keeps the scroll position of the conversation before.
    if (opened.current !== null) window.scrollTo(0, 0)
    opened.current = key
    thread.current?.querySelector('ol > li:last-child')?.scrollIntoView({ block: 'nearest' })
    if (hash === replyHash && !matchMedia('(pointer: coarse)').matches)
      thread.current?.querySelector('textarea')?.focus()
  }, [key, hash])
  return thread
}

/** Items, total, parcels and cases of an order, with what can be done next. */
function OrderInBrief({ brief }: { brief: BriefModel }) {
  const { t } = useTexts()
  const { href, lines, facts, shipments, cases, others, questions, shipHref, refundHref } = brief
  return (
    <div className={columns.column}>
      <Section
        title={t('word.order')}
        controls={
          <PageLink to={href} className={styles.link}>
            {t('talk.order.open')}
          </PageLink>
        }
      >
        <ul className={styles.lines}>
          {lines.map(({ key, title, href: listing, quantity }) => (
            <li key={key}>
              <span className={styles.quiet}>{quantity} ×</span>
              {listing ? (
                <PageLink to={listing} className={styles.link} dir="auto">
                  {title}
                </PageLink>
              ) : (
                <span dir="auto">{title}</span>
              )}
            </li>
          ))}
        </ul>
        <Facts facts={facts} />
        {shipments.map(({ key, carrier, tracking, trackingHref, state }) => (
          <p key={key} className={styles.parcel}>
            <span>
              {carrier}{' '}
              {tracking ? <TrackingNumber tracking={tracking} href={trackingHref} className={styles.link} /> : null}
            </span>
            <Status {...state} />
          </p>
        ))}
        {cases.length > 0 ? <OrderCases cases={cases} /> : null}
        {others ? (
          <PageLink to={others.href} className={styles.link}>
            {others.text}
          </PageLink>
        ) : null}
        {questions.map((question) => (
          <PageLink key={question} to={question} className={styles.link}>
            {t('talk.asked')}
          </PageLink>
        ))}
        {shipHref || refundHref ? (
          <div className={styles.actions}>
            {shipHref ? <ButtonLink href={shipHref}>{t('word.ship')}</ButtonLink> : null}
            {refundHref ? <ButtonLink href={refundHref}>{t('word.refund')}</ButtonLink> : null}
          </div>
        ) : null}
      </Section>
    </div>
  )
}
