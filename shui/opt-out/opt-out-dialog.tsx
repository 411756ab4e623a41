import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { startTimer } from '#lib/timers.ts'
import { allowedOriginUrl } from '#lib/url-safety.ts'
import { ActionButton, type ActionButtonProps } from '../button/action-button.tsx'
import { useShui } from '../context.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { FeedbackLink } from '../feedback-link/feedback-link.tsx'
import { plainText, spokenText } from '../text/text-model.ts'
import type { TextInput, TextModel } from '../text/text-model.ts'
import { Text } from '../text/text.tsx'
import { useTrack } from '../text/use-track.ts'
import { defaultOptOutUrl, defaultPreviousToolUrl, optOutParagraphs } from './opt-out-model.ts'
import type { OptOutModel, OptOutView } from './opt-out-model.ts'
import type { OptOutEvent, OptOutState } from './opt-out-state.ts'
import styles from './opt-out.module.css'
import { requestOptOut } from './request-opt-out.ts'

/** Milliseconds between showing a view and focusing its heading. */
export const optOutFocusDelay = 10

export interface OptOutDialogProps {
  id: string
  model: OptOutModel
  allowedOrigins: readonly string[]
  state: Exclude<OptOutState, 'closed'>
  send: (event: OptOutEvent) => void
  /** Receives the name of each `OPERATION` in headings and paragraphs. */
  onAction?: (name: string) => void
}

/** The dialog's four views. Mounted only while open, so that it starts at the first. */
export function OptOutDialog({ id, model, allowedOrigins, state, send, onAction }: OptOutDialogProps) {
  const { labels, locale } = useShui()
  const heading = useRef<HTMLHeadingElement>(null)
  const status = useRef<HTMLParagraphElement>(null)
  const view = viewOf(model, state)
  useEffect(() => {
    // Keeps focus in the dialog, on the empty status line, until a heading takes it.
    status.current?.focus()
    if (state === 'waiting') return
    return startTimer(() => heading.current?.focus(), optOutFocusDelay)
  }, [state])
  const request = useRequest(model, send)
  const track = useTrack()
  return (
    <Dialog
      id={id}
      title={view.header}
      onAction={onAction}
      onClose={() => send('close')}
      onCross={() => {
        track(asModel(model.cancelOptout).action)
        send('close')
      }}
      closeLabel={spokenText(model.cancelOptout, locale) || labels.close}
      busy={state === 'waiting'}
      headingRef={heading}
      actions={<Actions {...{ model, view, state, send, request, allowedOrigins }} />}
    >
      {optOutParagraphs(view).map((text, index) => (
        <p key={`${index}:${plainText(text, locale)}`}>
          <Text text={text} onAction={onAction} />
        </p>
      ))}
      <p ref={status} role="status" tabIndex={-1} className={styles.status}>
        {state === 'waiting' ? <Text text={model.waiting ?? labels.working} /> : null}
      </p>
    </Dialog>
  )
}

/** Sends one request, also for two presses before the button is disabled. Closing aborts it and ignores a late response. */
function useRequest(model: OptOutModel, send: (event: OptOutEvent) => void): () => void {
  const { token, fetch } = useShui()
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  return () => {
    if (running.current) return
    const dropped = new AbortController()
    running.current = dropped
    send('send')
    const url = model.optOutUrl || defaultOptOutUrl
    const request = { url, token, origin: location.origin, fetch, startTimer, signal: dropped.signal }
    void requestOptOut(request).then((outcome) => {
      if (!dropped.signal.aborted) send(outcome === 'success' ? 'succeeded' : 'failed')
    })
  }
}

type ActionsProps = Omit<OptOutDialogProps, 'id' | 'onAction'> & { view: OptOutView; request: () => void }

function Actions({ model, view, state, send, request, allowedOrigins }: ActionsProps): ReactNode {
  const { replaceLocation, labels } = useShui()
  const { primary, secondary } = view.actions
  const close = () => send('close')
  if (state === 'failed') return <Action kind="primary" text={primary} onFire={close} />
  if (state === 'success') {
    const leave = () => {
      const allowed = allowedOriginUrl(model.previousToolUrl, location.origin, allowedOrigins)
      replaceLocation(allowed ?? defaultPreviousToolUrl)
    }
    const feedback = feedbackOf(model)
    return (
      <>
        {feedback ? <FeedbackLink model={feedback} look="button" /> : null}
        <Action kind="primary" text={primary} onFire={leave} />
      </>
    )
  }
  return (
    <>
      <Action text={secondary ?? model.cancelOptout ?? labels.close} onFire={close} />
      <Action kind="primary" text={primary} disabled={state === 'waiting'} onFire={request} />
    </>
  )
}

/** A button with a text's words and tracking; its action is fixed here. */
function Action({ text, ...rest }: ActionButtonProps) {
  const { action, ...words } = asModel(text)
  const fixed = { type: 'OPERATION' as const, name: 'optOut', tracking: action?.tracking }
  return <ActionButton text={{ ...words, action: fixed }} {...rest} />
}

function viewOf(model: OptOutModel, state: OptOutState): OptOutView {
  if (state === 'success') return model.optOutSuccess
  return state === 'failed' ? model.optOutFailed : model.optOutInfo
}

function feedbackOf({ feedbackConfig, optOutSuccess }: OptOutModel) {
  const words = optOutSuccess.actions.secondary
  if (!feedbackConfig || !words) return feedbackConfig
  return { ...feedbackConfig, label: words, tracking: asModel(words).action?.tracking ?? feedbackConfig.tracking }
}

function asModel(text: TextInput | null | undefined): TextModel {
  return typeof text === 'string' ? { text } : (text ?? {})
}
