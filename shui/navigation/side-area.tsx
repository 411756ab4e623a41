import Mail from 'lucide-react/icons/mail'
import type { ReactNode } from 'react'
import { useShui } from '../context.tsx'
import { FeedbackLink } from '../feedback-link/feedback-link.tsx'
import type { FeedbackLinkModel } from '../feedback-link/feedback-link.tsx'
import { Icon } from '../icon/icon.tsx'
import { fill, type ShuiLabels } from '../labels.ts'
import { OptOut } from '../opt-out/opt-out.tsx'
import type { OptOutModel } from '../opt-out/opt-out-model.ts'
import { Text } from '../text/text.tsx'
import type { TextInput } from '../text/text-model.ts'
import { countBadge } from './count-badge.tsx'
import type { NavCount, NavItemModel } from './navigation-model.ts'
import styles from './side-area.module.css'

/** The link to the messages, with how many are unread. */
export interface MessagesLinkModel {
  label: TextInput
  unreadCount?: number | null
  /** In its place, already in words, or on its way. */
  count?: NavItemModel['count']
}

/** Each link shows only if its model is there. */
export interface SideAreaProps {
  messagesLinkData?: MessagesLinkModel | null
  feedbackLinkData?: FeedbackLinkModel | null
  optOutLinkData?: OptOutModel | null
  /** Other origins on which the previous tool may be. */
  allowedOrigins?: readonly string[]
  /** Further links, after these. */
  children?: ReactNode
}

/** The place for messages, feedback and opt-out, beside the page's subject. Nothing at all where it would be empty. */
export function SideArea(props: SideAreaProps) {
  const { messagesLinkData, feedbackLinkData, optOutLinkData, allowedOrigins, children } = props
  const { labels } = useShui()
  if (!messagesLinkData && !feedbackLinkData && !optOutLinkData && !children) return null
  return (
    <aside className={styles.side} aria-label={labels.sideArea}>
      {messagesLinkData ? <MessagesLink model={messagesLinkData} /> : null}
      {feedbackLinkData ? <FeedbackLink model={feedbackLinkData} /> : null}
      {optOutLinkData ? <OptOut model={optOutLinkData} allowedOrigins={allowedOrigins} /> : null}
      {children}
    </aside>
  )
}

function MessagesLink({ model }: { model: MessagesLinkModel }) {
  const { labels, locale } = useShui()
  const count = model.count ?? unreadCount(model.unreadCount ?? 0, labels, locale)
  return <Text text={model.label} className={styles.link} before={<Icon as={Mail} />} after={countBadge(count)} />
}

/** Null for none, also before a format is made: making one takes as long as drawing a dozen links. */
function unreadCount(unread: number, labels: ShuiLabels, locale: string): NavCount | null {
  if (unread === 0) return null
  const text = new Intl.NumberFormat(locale).format(unread)
  return { text, urgent: true, accessibilityText: fill(labels.unread, { count: text }) }
}
