import { useEffect, useRef } from 'react'
import { WayBack, type WayBackProps } from '#features/machinery/grid/neighbours.tsx'
import type { ThreadAnswer } from '#features/orders/conversations/message-form.tsx'
import type { Talk } from '#features/orders/conversations/read-talk.server.ts'
import { replyHash } from '#features/orders/conversations/thread-id.ts'
import { Thread } from '#features/orders/conversations/thread.tsx'
import { PageTitle } from '#shui/header/page-title.tsx'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import { KeyHints } from '#web/key-hints.tsx'
import { PageLink } from '#web/page-link.tsx'
import { PageName } from '#web/page-name.tsx'
import { useLocation } from '#web/router/router.ts'
import type { BriefModel } from './conversation-page.server.ts'
import styles from './conversation-view.module.css'
import { OrderInBrief } from './order-in-brief.tsx'

interface ConversationViewProps extends WayBackProps {
  talk: Talk
  buyer: string
  /** Time zone of all times. */
  note: string
  brief: BriefModel
  /** Set if a message could not be sent. */
  answer: ThreadAnswer | null
}

/** A conversation with the order beside it; on narrow pages below. */
export function ConversationView({ talk, buyer, note, brief, answer, back, neighbours }: ConversationViewProps) {
  const { t } = useTexts()
  const thread = useReplyInSight(brief.number)
  const [first, ...others] = brief.lines
  return (
    <>
      <PageName name={t('conversations.row', { buyer, number: brief.number })} />
      <PageTitle
        title={buyer}
        status={
          <>
            <Status {...brief.status} />
            {brief.due ? <Status {...brief.due} /> : null}
          </>
        }
        note={note}
        before={<WayBack back={back} neighbours={neighbours} />}
      />
      {first ? (
        <p className={styles.about}>
          {first.image ? <img src={first.image} alt="" width={40} height={40} /> : null}
          <span>
            <span dir="auto">{first.title}</span>
            {others.length > 0 ? <span className={styles.quiet}> {t('talk.items', { n: others.length })}</span> : null}
            <PageLink to={brief.href} className={styles.order}>
              {t('order.title', { number: brief.number })}
            </PageLink>
          </span>
        </p>
      ) : null}
      {/* The key resets input when moving to another conversation. */}
      <div key={brief.number} className={styles.columns}>
        <div className={styles.column}>
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
              { key: 'r', text: t('talk.key.reply') },
              { key: 'Escape', text: t('talk.key.leave') },
            ]}
          />
        </div>
        <OrderInBrief brief={brief} />
      </div>
    </>
  )
}

/**
 * Shows the last message when another conversation opens; focuses the reply if the link asked for that, but not on
 * phones, where the keyboard would cover the messages.
 */
function useReplyInSight(number: string) {
  const thread = useRef<HTMLDivElement>(null)
  const { hash } = useLocation()
  const opened = useRef<string | null>(null)
  useEffect(() => {
    if (opened.current === number) return
    // The form keeps the scroll position of the conversation before.
    if (opened.current !== null) window.scrollTo(0, 0)
    opened.current = number
    thread.current?.querySelector('ol > li:last-child')?.scrollIntoView({ block: 'nearest' })
    if (hash === replyHash && !matchMedia('(pointer: coarse)').matches)
      thread.current?.querySelector('textarea')?.focus()
  }, [number, hash])
  return thread
}
