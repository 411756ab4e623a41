import ExternalLink from 'lucide-react/icons/external-link'
import type { MouseEvent, ReactNode } from 'react'
import { nestStyles } from '#lib/text-style.ts'
import { useShui } from '../context.tsx'
import { Icon } from '../icon/icon.tsx'
import { Styled } from './styled.tsx'
import { cleanText, isText } from './read-text.ts'
import { accessibleName, navUrl, plainText, spokenSpans } from './text-model.ts'
import type { TextAction, TextInput, TextModel } from './text-model.ts'
import styles from './text.module.css'
import { middleButton, useTrack } from './use-track.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface TextProps {
  text: TextInput | null | undefined
  /** Receives the name of a pressed `OPERATION`, instead of the provider's. */
  onAction?: (name: string) => void
  /** Called when the link or button is used, before navigation. */
  onFire?: (event: MouseEvent) => void
  /** For the link or button, or the text if there is neither. */
  className?: string
  /** For the link or button only. */
  actionClassName?: string
  /** For the button only. */
  disabled?: boolean
  current?: boolean
  /** Rendered before the text, inside its link or button. */
  before?: ReactNode
  /** Rendered after the text, inside its link or button. */
  after?: ReactNode
}

/** Renders a text display model; of an invalid one, which it reports, what is valid. Throws if `styles` is not an array. */
export function Text({ text, onAction, ...look }: TextProps): ReactNode {
  const { locale, Link, logError } = useShui()
  const track = useTrack()
  if (text === null || text === undefined) return null
  // Fast path for plain strings: a page has hundreds.
  if (typeof text === 'string' && Object.keys(look).length === 0) return text
  const isValid = isText(text)
  if (!isValid) logError('Invalid model for shui-text')
  const model = isValid ? (typeof text === 'string' ? { text } : text) : cleanText(text)
  if (model === null) return null
  const href = plainHref(model)
  // Fast path for plain links: one component instead of five.
  if (href !== null) {
    const spoken = model.accessibilityText && accessibleName(plainText(model, locale), model.accessibilityText)
    const { className, actionClassName = className, current, before, after, onFire } = look
    const fire = (event: MouseEvent) => {
      track(model.action)
      onFire?.(event)
    }
    return (
      <Link
        href={href}
        className={actionClassName ?? styles.link}
        aria-current={current ? 'page' : undefined}
        onClick={fire}
        onAuxClick={middleButton(track, model.action)}
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

/** The URL of a model that is a plain link in this window; null otherwise. */
function plainHref({ text, textSpans, styles: given, action }: TextModel): string | null {
  const isPlain = text && !textSpans?.length && given == null
  return isPlain && action?.type === 'NAV' && !action.newWindow ? navUrl(action) : null
}

const isLive = (action: TextAction | null | undefined) => action?.type === 'OPERATION' || navUrl(action) !== null

interface TextBodyProps {
  model: TextModel
  inAction: boolean
  /** The accessible text of a model whose spans are links or buttons. */
  around: string | null | undefined
  onAction?: (name: string) => void
}

/** A text's words inside a button with its own action, in one box. */
export function TextWords({ text }: { text: TextInput }): ReactNode {
  const { locale } = useShui()
  if (typeof text === 'string') return text
  const spoken = text.accessibilityText || spokenSpans(text)
  const name = spoken && accessibleName(plainText(text, locale), spoken)
  return <span>{readAs(name, <TextBody model={text} inAction around={null} />)}</span>
}

/**
 * Renders a model's styled words. Inside a link or button, actions of spans are dropped, since they cannot nest. If a
 * model with accessible text has interactive spans, these keep their own names, since focusable elements must not be
 * hidden; only the words beside them are.
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

function Actionable({ action, visible, spoken, onAction, onFire, children, ...look }: ActionableProps) {
  const { Link, onAction: act } = useShui()
  const track = useTrack()
  const { className, actionClassName = className, disabled, current, before, after } = look
  const url = navUrl(action)
  const fire = (event: MouseEvent) => {
    track(action)
    onFire?.(event)
    if (action?.type === 'OPERATION') (onAction ?? act)(action.name)
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
      <Link
        {...target}
        href={url}
        className={actionClassName ?? styles.link}
        aria-current={ariaCurrent}
        onClick={fire}
        onAuxClick={middleButton(track, action)}
      >
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

/** Hides the visible words from assistive technology if a different text is spoken. */
function readAs(spoken: string | null | undefined, words: ReactNode): ReactNode {
  if (!spoken) return words
  return (
    <>
      <span aria-hidden="true">{words}</span>
      <VisuallyHidden>{spoken}</VisuallyHidden>
    </>
  )
}

/** Icon and text of a link that opens a new window; text only for pictures. */
export function NewWindowLabel({ ofPicture = false }: { ofPicture?: boolean }) {
  const { labels } = useShui()
  return (
    <>
      {ofPicture ? null : <Icon as={ExternalLink} size={14} className={styles.external} />}
      <VisuallyHidden> ({labels.newWindow})</VisuallyHidden>
    </>
  )
}
