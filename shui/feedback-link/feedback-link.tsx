import MessageCircle from 'lucide-react/icons/message-circle'
import { useSyncExternalStore } from 'react'
import { mailLink } from '#lib/mail-link.ts'
import { useShui } from '../context.tsx'
import { Icon } from '../icon/icon.tsx'
import { isString, shape } from '../model-shape.ts'
import { isText } from '../text/read-text.ts'
import { hasText, type TextInput } from '../text/text-model.ts'
import { Text } from '../text/text.tsx'
import styles from './feedback-link.module.css'

export interface FeedbackLinkModel {
  /** Link text; defaults to the subject, the recipient, or the kit's label. */
  label?: TextInput | null
  to?: string | null
  subject?: string | null
  body?: string | null
  username?: string | null
  /** The user agent by default, after load. */
  browser?: string | null
  site?: string | null
  names?: { username: string; browser: string; site: string } | null
  tracking?: unknown
}

export interface FeedbackLinkProps {
  model: FeedbackLinkModel | null | undefined
  /** `side` in the side area, `button` in a dialog, `inline` in text. */
  look?: 'side' | 'button' | 'inline'
}

const invalid = 'Invalid model for shui-feedback-link'
const englishNames = { username: 'Username', browser: 'Browser', site: 'Site' }

/** A `mailto:` link with subject, body, username, browser and site. Renders nothing without a model. */
export function FeedbackLink({ model, look = 'side' }: FeedbackLinkProps) {
  const { logError, labels } = useShui()
  const userAgent = useSyncExternalStore(neverChanges, readUserAgent, noUserAgent)
  if (!isFilled(model)) {
    logError(invalid)
    return null
  }
  const given = isText(model.label) ? model.label : null
  const label = [given, wordsOf(model.subject), wordsOf(model.to)].find(hasText) ?? labels.feedback
  const action = { type: 'NAV' as const, URL: feedbackUrl(model, userAgent), tracking: model.tracking }
  const text = typeof label === 'string' ? { text: label, action } : { ...label, action }
  const before = look === 'inline' ? null : <Icon as={MessageCircle} />
  return <Text text={text} className={look === 'inline' ? undefined : styles[look]} before={before} />
}

/** The mail's URL. `userAgent` is the default browser text. */
export function feedbackUrl(model: FeedbackLinkModel, userAgent: string): string {
  const names = isNames(model.names) && model.names ? model.names : englishNames
  const line = (name: string, value: string | null) => (value ? `${name}: ${value}` : '')
  return mailLink({
    to: wordsOf(model.to) ?? '',
    subject: wordsOf(model.subject),
    body: wordsOf(model.body),
    footer: [
      line(names.username, wordsOf(model.username)),
      line(names.browser, wordsOf(model.browser) || userAgent),
      line(names.site, wordsOf(model.site)),
    ],
  })
}

const isNames = shape({ username: isString, browser: isString, site: isString })

/** A part of the mail from any source; anything but words and numbers is left out. */
const wordsOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null

/** Keys that make up the mail; link text and tracking alone do not. */
const mailKeys = ['to', 'subject', 'body', 'username', 'browser', 'site'] as const

function isFilled(model: unknown): model is FeedbackLinkModel {
  if (typeof model !== 'object' || model === null || Array.isArray(model)) return false
  const given: Partial<Record<string, unknown>> = { ...model }
  return mailKeys.some((key) => {
    const value = given[key]
    return typeof value === 'string' && value.trim() !== ''
  })
}

const neverChanges = () => () => {}
const readUserAgent = () => navigator.userAgent
const noUserAgent = () => ''
