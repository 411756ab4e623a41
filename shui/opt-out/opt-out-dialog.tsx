import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { startTimer } from '#lib/timers.ts'
import { allowedOriginUrl } from '#lib/url-safety.ts'
import { Button } from '../button/button.tsx'
import { useShui } from '../context.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { FeedbackLink } from '../feedback-link/feedback-link.tsx'
import { plainText } from '../text/text-model.ts'
import type { TextInput } from '../text/text-model.ts'
import { Text } from '../text/text.tsx'
import { defaultOptOutUrl, defaultPreviousToolUrl } from './opt-out-model.ts'
import type { OptOutModel, OptOutView } from './opt-out-model.ts'
import type { OptOutEvent, OptOutState } from './opt-out-state.ts'
import styles from './opt-out.module.css'
import { requestOptOut } from './request-opt-out.ts'

/** Milliseconds from a view appearing to its heading taking focus. */
export const optOutFocusDelay = 10

export type OptOutDialogProps = {
  id: string
  model: OptOutModel
  allowedOrigins: readonly string[]
  state: Exclude<OptOutState, 'closed'>
  send: (event: OptOutEvent) => void
}

/** The dialog's four views. Rendered only while it is open, so that each opening starts at the first. */
export function OptOutDialog({ id, model, allowedOrigins, state, send }: OptOutDialogProps) {
  const { labels, locale } = useShui()
  const heading = useRef<HTMLHeadingElement>(null)
  const status = useRef<HTMLParagraphElement>(null)
  const view = viewOf(model, state)
  useEffect(() => {
    if (state === 'waiting') {
      status.current?.focus()
      return
    }
    return startTimer(() => heading.current?.focus(), optOutFocusDelay)
  }, [state])
  const request = useRequest(model, send)
  return (
    <Dialog
      id={id}
      title={view.header}
      onClose={() => send('close')}
      closeLabel={plainText(model.cancelOptout, locale) || labels.close}
      busy={state === 'waiting'}
      headingRef={heading}
      actions={<Actions {...{ model, view, state, send, request, allowedOrigins }} />}
    >
      {paragraphs(view.body).map((text, index) => (
        <p key={`${index}:${plainText(text, locale)}`}>
          <Text text={text} />
        </p>
      ))}
      <p ref={status} role="status" tabIndex={-1} className={styles.status}>
        {state === 'waiting' ? <Text text={model.waiting ?? labels.working} /> : null}
      </p>
    </Dialog>
  )
}

/** The function that sends the request, once a press. Closing takes the dialog away and aborts; a late answer is dropped. */
function useRequest(model: OptOutModel, send: (event: OptOutEvent) => void): () => void {
  const { token, fetch } = useShui()
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  return () => {
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

type ActionsProps = Omit<OptOutDialogProps, 'id'> & { view: OptOutView; request: () => void }

function Actions({ model, view, state, send, request, allowedOrigins }: ActionsProps): ReactNode {
  const { replaceLocation, labels } = useShui()
  const close = () => send('close')
  const primary = <Text text={labelOf(view.actions.primary)} />
  if (state === 'failed') {
    return (
      <Button kind="primary" onClick={close}>
        {primary}
      </Button>
    )
  }
  if (state === 'success') {
    const leave = () => {
      const wanted = allowedOriginUrl(model.previousToolUrl, location.origin, allowedOrigins)
      replaceLocation(wanted ?? defaultPreviousToolUrl)
    }
    const feedback = feedbackOf(model)
    return (
      <>
        {feedback ? <FeedbackLink model={feedback} look="button" /> : null}
        <Button kind="primary" onClick={leave}>
          {primary}
        </Button>
      </>
    )
  }
  return (
    <>
      <Button onClick={close}>
        <Text text={labelOf(view.actions.secondary ?? model.cancelOptout ?? labels.close)} />
      </Button>
      <Button kind="primary" disabled={state === 'waiting'} onClick={request}>
        {primary}
      </Button>
    </>
  )
}

function viewOf(model: OptOutModel, state: OptOutState): OptOutView {
  if (state === 'success') return model.optOutSuccess
  return state === 'failed' ? model.optOutFailed : model.optOutInfo
}

/** The feedback link with the words of the view's secondary action, where it has any. */
function feedbackOf({ feedbackConfig, optOutSuccess }: OptOutModel) {
  if (!feedbackConfig) return null
  const words = optOutSuccess.actions.secondary
  return words ? { ...feedbackConfig, label: words } : feedbackConfig
}

/** The words of an action: what it does is fixed here, so its own action is not drawn. */
function labelOf(text: TextInput): TextInput {
  return typeof text === 'string' ? text : { ...text, action: null }
}

function paragraphs(body: OptOutView['body']): readonly TextInput[] {
  if (body === null || body === undefined) return []
  return isList(body) ? body : [body]
}

const isList = (body: TextInput | readonly TextInput[]): body is readonly TextInput[] => Array.isArray(body)
