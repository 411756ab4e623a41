import Mail from 'lucide-react/icons/mail'
import type { ReactNode } from 'react'
import { useShui } from '../context.tsx'
import { FeedbackLink, type FeedbackLinkModel } from '../feedback-link/feedback-link.tsx'
import { Icon } from '../icon/icon.tsx'
import { fill, type ShuiLabels } from '../labels.ts'
import { isNumber, optional, shape } from '../model-shape.ts'
import { OptOut } from '../opt-out/opt-out.tsx'
import type { OptOutModel } from '../opt-out/opt-out-model.ts'
import { isText } from '../text/read-text.ts'
import { Text } from '../text/text.tsx'
import type { TextInput } from '../text/text-model.ts'
import { useModel } from '../use-model.ts'
import { countBadge } from './count-badge.tsx'
import { isCount, type NavCount, type NavItemModel } from './navigation-model.ts'
import styles from './side-area.module.css'

export interface MessagesLinkModel {
  label: TextInput
  unreadCount?: number | null
  /** Replaces the count; may be a promise. */
  count?: NavItemModel['count']
}

/** Links are shown if their model is set. */
export interface SideAreaProps {
  messagesLinkData?: MessagesLinkModel | null
  feedbackLinkData?: FeedbackLinkModel | null
  optOutLinkData?: OptOutModel | null
  allowedOrigins?: readonly string[]
  /** Further links, after these. */
  children?: ReactNode
}

/** Messages, feedback and opt-out links. Renders nothing if empty. */
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

const isMessagesLink = shape({ label: isText, unreadCount: optional(isNumber), count: optional(isCount) })

function MessagesLink({ model: given }: { model: MessagesLinkModel }) {
  const { labels, locale } = useShui()
  const model = useModel('shui-messages-link', isMessagesLink, given)
  if (model === null) return null
  const count = model.count ?? unreadCount(model.unreadCount ?? 0, labels, locale)
  return <Text text={model.label} className={styles.link} before={<Icon as={Mail} />} after={countBadge(count)} />
}

/** Returns early for zero: creating a formatter takes as long as rendering a dozen links. */
function unreadCount(unread: number, labels: ShuiLabels, locale: string): NavCount | null {
  if (unread === 0) return null
  const text = new Intl.NumberFormat(locale).format(unread)
  return { text, urgent: true, accessibilityText: fill(labels.unread, { count: text }) }
}
