import ExternalLink from 'lucide-react/icons/external-link'
import type { ReactNode } from 'react'
import { nestStyles } from '#lib/text-style.ts'
import { useShui } from '../context.tsx'
import { Icon } from '../icon/icon.tsx'
import { Styled } from './styled.tsx'
import { accessibleName, navUrl, plainText } from './text-model.ts'
import type { TextAction, TextInput, TextModel } from './text-model.ts'
import styles from './text.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

export type TextProps = {
  text: TextInput | null | undefined
  /** Gets the name of an `OPERATION` when its button is pressed. */
  onAction?: (name: string) => void
  /** For the link or button, or the text where there is neither. */
  className?: string
  /** Marks a link as the page the reader is on. */
  current?: boolean
  /** Drawn before the text, inside its link or button. */
  before?: ReactNode
  /** Drawn after the text, inside its link or button. */
  after?: ReactNode
}

/** A text display model: styled words, a link or a button. Throws where `styles` is no array. */
export function Text({ text, onAction, className, current, before, after }: TextProps) {
  const { locale } = useShui()
  if (text === null || text === undefined) return null
  const model: TextModel = typeof text === 'string' ? { text } : text
  return (
    <Actionable
      action={model.action}
      {...{ className, current, onAction, before, after }}
      visible={plainText(model, locale)}
      spoken={model.accessibilityText}
    >
      <TextBody model={model} inAction={isLive(model.action)} onAction={onAction} />
    </Actionable>
  )
}

const isLive = (action: TextAction | null | undefined) => action?.type === 'OPERATION' || navUrl(action) !== null

type TextBodyProps = { model: TextModel; inAction: boolean; onAction?: (name: string) => void }

/** The words of a model, styled. Inside a link or button the spans' own actions are not drawn: they cannot nest. */
function TextBody({ model, inAction, onAction }: TextBodyProps) {
  const { locale } = useShui()
  const outer = nestStyles(model.styles)
  if (!model.textSpans || model.textSpans.length === 0)
    return <Styled styles={outer}>{plainText(model, locale)}</Styled>
  const spans = model.textSpans.map((span, index) => (
    <Actionable
      key={`${index}:${span.text}`}
      action={inAction ? null : span.action}
      onAction={onAction}
      visible={span.text}
      spoken={span.accessibilityText}
    >
      <Styled styles={nestStyles(span.styles)}>{span.text}</Styled>
    </Actionable>
  ))
  return <Styled styles={outer}>{spans}</Styled>
}

type ActionableProps = {
  action: TextAction | null | undefined
  visible: string
  spoken: string | null | undefined
  onAction?: ((name: string) => void) | undefined
  className?: string | undefined
  current?: boolean | undefined
  before?: ReactNode
  after?: ReactNode
  children: ReactNode
}

/** Draws its children as a link, a button or plain text, whichever the action asks for. */
function Actionable({
  action,
  visible,
  spoken,
  onAction,
  className,
  current,
  before,
  after,
  children,
}: ActionableProps) {
  const { Link, onTracking } = useShui()
  const track = () => {
    if (action?.tracking !== undefined) onTracking(action.tracking)
  }
  const url = navUrl(action)
  if (action?.type === 'NAV' && url !== null) {
    const target = action.newWindow ? { target: '_blank', rel: 'noopener' } : {}
    return (
      <Link
        href={url}
        className={className ?? styles.link}
        {...target}
        aria-current={current ? 'page' : undefined}
        onClick={track}
      >
        {before}
        <Spoken text={spoken ? accessibleName(visible, spoken) : null}>{children}</Spoken>
        {action.newWindow ? <NewWindowLabel /> : null}
        {after}
      </Link>
    )
  }
  if (action?.type === 'OPERATION') {
    const press = () => {
      track()
      onAction?.(action.name)
    }
    return (
      <button type="button" className={className ?? styles.operation} onClick={press}>
        {before}
        <Spoken text={spoken ? accessibleName(visible, spoken) : null}>{children}</Spoken>
        {after}
      </button>
    )
  }
  const plain = <Spoken text={spoken}>{children}</Spoken>
  if (!className && !before && !after) return plain
  return (
    <span className={className}>
      {before}
      {plain}
      {after}
    </span>
  )
}

/** Where a text is to be read differently, the visible words are hidden from assistive technology. */
function Spoken({ text, children }: { text: string | null | undefined; children: ReactNode }) {
  if (!text) return children
  return (
    <>
      <span aria-hidden="true">{children}</span>
      <VisuallyHidden>{text}</VisuallyHidden>
    </>
  )
}

/** The mark and the words of a link that opens in a new window or tab. */
export function NewWindowLabel() {
  const { labels } = useShui()
  return (
    <>
      <Icon as={ExternalLink} size={14} className={styles.external} />
      <VisuallyHidden> ({labels.newWindow})</VisuallyHidden>
    </>
  )
}
