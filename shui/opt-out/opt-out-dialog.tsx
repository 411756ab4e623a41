import { useEffect, useRef, type ReactNode } from 'react'
import { startTimer, type StartTimer } from '#lib/timers.ts'
import { allowedOriginUrl, sameOriginUrl } from '#lib/url-safety.ts'
import { ActionButton, type ActionButtonProps } from '#shui/button/action-button.tsx'
import { useShui } from '#shui/context.tsx'
import { Dialog } from '#shui/dialog/dialog.tsx'
import { FeedbackLink } from '#shui/feedback-link/feedback-link.tsx'
import { plainText, spokenText, type TextInput, type TextModel } from '#shui/text/text-model.ts'
import { Text } from '#shui/text/text.tsx'
import { useTrack } from '#shui/text/use-track.ts'
import {
  defaultOptOutUrl,
  defaultPreviousToolUrl,
  optOutParagraphs,
  type OptOutModel,
  type OptOutView,
} from './opt-out-model.ts'
import type { OptOutEvent, OptOutState } from './opt-out-state.ts'
import styles from './opt-out.module.css'

/** Timeout in milliseconds. */
export const optOutTimeout = 5000

interface OptOutRequest {
  url: string
  /** Anti-forgery token; without one nothing is sent. */
  token: string | null
  /** The page's origin; the token is sent nowhere else. */
  origin: string
  fetch: typeof globalThis.fetch
  startTimer: StartTimer
  signal: AbortSignal
}

/**
 * Requests the switch to the previous tool. 2xx is success, everything else failure; the body is ignored. Never
 * rejects; after `signal` aborts, callers ignore the result.
 */
export async function requestOptOut(request: OptOutRequest): Promise<'success' | 'failed'> {
  const url = sameOriginUrl(request.url, request.origin)
  if (url === null || !request.token) return 'failed'
  const stop = new AbortController()
  const abort = () => stop.abort()
  request.signal.addEventListener('abort', abort)
  if (request.signal.aborted) abort()
  let cancelTimer = () => {}
  const timedOut = new Promise<'failed'>((resolve) => {
    cancelTimer = request.startTimer(() => {
      abort()
      resolve('failed')
    }, optOutTimeout)
  })
  const outcome = await Promise.race([timedOut, post(url, request, stop.signal)])
  cancelTimer()
  request.signal.removeEventListener('abort', abort)
  return outcome
}

async function post(url: string, request: OptOutRequest, signal: AbortSignal): Promise<'success' | 'failed'> {
  try {
    const answer = await request.fetch(url, {
      method: 'POST',
      // A cross-origin redirect fails, so credentials and token stay here.
      mode: 'same-origin',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ srt: request.token }),
      signal,
    })
    return answer.status >= 200 && answer.status < 300 ? 'success' : 'failed'
  } catch {
    return 'failed'
  }
}

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
