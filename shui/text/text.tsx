import ExternalLink from 'lucide-react/icons/external-link'
import type { MouseEvent, ReactNode } from 'react'
import { nestStyles } from '#lib/text-style.ts'
import { useShui } from '../context.tsx'
import { Icon } from '../icon/icon.tsx'
import { Styled } from './styled.tsx'
import { accessibleName, navUrl, plainText, spokenSpans } from './text-model.ts'
import type { TextAction, TextInput, TextModel } from './text-model.ts'
import styles from './text.module.css'
import { useTrack } from './use-track.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface TextProps {
  text: TextInput | null | undefined
  /** Gets the name of an `OPERATION` when its button is pressed. */
  onAction?: (name: string) => void
  /** Called when its link or button is used, before the page leaves. */
  onFire?: (event: MouseEvent) => void
  /** For the link or button, or the text where there is neither. */
  className?: string
  /** For the link or button only. */
  actionClassName?: string
  /** For the button only: it cannot be pressed. */
  disabled?: boolean
  /** Marks the link, button or text as the page the reader is on. */
  current?: boolean
  /** Drawn before the text, inside its link or button. */
  before?: ReactNode
  /** Drawn after the text, inside its link or button. */
  after?: ReactNode
}

/** A text display model: styled words, a link or a button. Throws where `styles` is no array. */
export function Text({ text, onAction, ...look }: TextProps): ReactNode {
  const { locale, Link, onTracking } = useShui()
  if (text === null || text === undefined) return null
  // Nearly all are words and nothing else: a page has hundreds.
  if (typeof text === 'string' && Object.keys(look).length === 0) return text
  const model: TextModel = typeof text === 'string' ? { text } : text
  const href = plainHref(model)
  // Most others are the links of the navigation and of rows: one component in place of five.
  if (href !== null) {
    const spoken = model.accessibilityText && accessibleName(plainText(model, locale), model.accessibilityText)
    const { className, actionClassName = className, current, before, after, onFire } = look
    const fire = (event: MouseEvent) => {
      if (model.action?.tracking !== undefined) onTracking(model.action.tracking)
      onFire?.(event)
    }
    return (
      <Link
        href={href}
        className={actionClassName ?? styles.link}
        aria-current={current ? 'page' : undefined}
        onClick={fire}
      >
        {before}
        {readAs(spoken, model.text)}
        {after}
      </Link>
    )
  }
  const inAction = isLive(model.action)
  const spoken = model.accessibilityText || (inAction ? spokenSpans(model) : null)
  const around = !inAction && model.textSpans?.some((span) => isLive(span.action)) ? spoken : null
  return (
    <Actionable
      action={model.action}
      {...look}
      onAction={onAction}
      visible={plainText(model, locale)}
      spoken={around ? null : spoken}
    >
      <TextBody model={model} inAction={inAction} around={around} onAction={onAction} />
    </Actionable>
  )
}

/** Where a model leads that is words and a link in this window, and at most read otherwise; null for all others. */
function plainHref({ text, textSpans, styles: given, action }: TextModel): string | null {
  const isPlain = text && !textSpans?.length && given == null
  return isPlain && action?.type === 'NAV' && !action.newWindow ? navUrl(action) : null
}

const isLive = (action: TextAction | null | undefined) => action?.type === 'OPERATION' || navUrl(action) !== null

interface TextBodyProps {
  model: TextModel
  inAction: boolean
  /** What the model is read as, where spans of it are links or buttons. */
  around: string | null | undefined
  onAction?: (name: string) => void
}

/** The words of a text for inside a button, which has its own action: styled and read as they say; one box, where that is laid out. */
export function TextWords({ text }: { text: TextInput }): ReactNode {
  const { locale } = useShui()
  if (typeof text === 'string') return text
  const spoken = text.accessibilityText || spokenSpans(text)
  const name = spoken && accessibleName(plainText(text, locale), spoken)
  return <span>{readAs(name, <TextBody model={text} inAction around={null} />)}</span>
}

/**
 * The words of a model, styled. Inside a link or button the spans' own actions are not drawn, because they cannot nest, and
 * what they are read as is part of its one name. Where a model that is read otherwise has links or buttons in its spans, these
 * stay and are read by their own names: what can take focus must not be hidden. It is the words beside them that are hidden
 * (read as a space), and what is read in their place comes before all.
 */
function TextBody({ model, inAction, around, onAction }: TextBodyProps) {
  const { locale } = useShui()
  const outer = nestStyles(model.styles)
  if (!model.textSpans?.length) return <Styled styles={outer}>{plainText(model, locale)}</Styled>
  const spans = model.textSpans.map((span, index) => (
    <Actionable
      key={`${index}:${span.text}`}
      action={inAction ? null : span.action}
      onAction={onAction}
      visible={span.text}
      spoken={inAction ? null : around && !isLive(span.action) ? ' ' : span.accessibilityText}
    >
      <Styled styles={nestStyles(span.styles)}>{span.text}</Styled>
    </Actionable>
  ))
  return (
    <>
      {readAs(around, null)}
      <Styled styles={outer}>{spans}</Styled>
    </>
  )
}

type ActionableProps = {
  action: TextAction | null | undefined
  visible: string
  spoken: string | null | undefined
  onAction?: ((name: string) => void) | undefined
  children: ReactNode
} & Omit<TextProps, 'text' | 'onAction'>

/** Draws its children as a link, a button or plain text, whichever the action asks for. */
function Actionable({ action, visible, spoken, onAction, onFire, children, ...look }: ActionableProps) {
  const { Link } = useShui()
  const track = useTrack()
  const { className, actionClassName = className, disabled, current, before, after } = look
  const url = navUrl(action)
  const fire = (event: MouseEvent) => {
    track(action)
    onFire?.(event)
    if (action?.type === 'OPERATION') onAction?.(action.name)
  }
  const isNav = action?.type === 'NAV' && url !== null
  const body = (
    <>
      {before}
      {readAs(spoken && isLive(action) ? accessibleName(visible, spoken) : spoken, children)}
      {isNav && action.newWindow ? <NewWindowLabel /> : null}
      {after}
    </>
  )
  const ariaCurrent = current ? 'page' : undefined
  if (isNav) {
    const target = action.newWindow ? { target: '_blank', rel: 'noopener' } : {}
    return (
      <Link {...target} href={url} className={actionClassName ?? styles.link} aria-current={ariaCurrent} onClick={fire}>
        {body}
      </Link>
    )
  }
  if (action?.type === 'OPERATION') {
    return (
      <button
        type="button"
        disabled={disabled}
        className={actionClassName ?? styles.operation}
        aria-current={ariaCurrent}
        onClick={fire}
      >
        {body}
      </button>
    )
  }
  if (!className) return body
  return (
    <span className={className} aria-current={ariaCurrent}>
      {body}
    </span>
  )
}

/** Where words are to be read differently, the visible ones are hidden from assistive technology. */
function readAs(spoken: string | null | undefined, words: ReactNode): ReactNode {
  if (!spoken) return words
  return (
    <>
      <span aria-hidden="true">{words}</span>
      <VisuallyHidden>{spoken}</VisuallyHidden>
    </>
  )
}

/** The mark and the words of a link that opens in a new window or tab; of a picture, on which a mark would lie, the words alone. */
export function NewWindowLabel({ ofPicture = false }: { ofPicture?: boolean }) {
  const { labels } = useShui()
  return (
    <>
      {ofPicture ? null : <Icon as={ExternalLink} size={14} className={styles.external} />}
      <VisuallyHidden> ({labels.newWindow})</VisuallyHidden>
    </>
  )
}
