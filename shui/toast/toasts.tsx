import { useCallback, useEffect, useRef, useState } from 'react'
import { startTimer } from '#lib/timers.ts'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import { useLoaded } from '../use-loaded.ts'
import { toastEvent, toastStays, type ToastAct, type ToastModel } from './toast.ts'
import styles from './toasts.module.css'

export interface ShownToast {
  id: number
  toast: ToastModel
}

/** Posts a toast's form; returns the toast that replaces it, or null. */
export type SendToast = (act: ToastAct) => Promise<ToastModel | null>

/** Beyond this number, the oldest is removed. */
const maxShown = 3

const loadStack = () => import('./toast-stack.tsx')

/**
 * The toast area; once per page, at its end. Announces toasts; the visual part loads with the first. `Ctrl Z` outside
 * fields submits the newest form.
 */
export function Toasts({ send }: { send: SendToast }) {
  const [shown, setShown] = useState<readonly ShownToast[]>([])
  const count = useRef(0)
  useEffect(() => {
    const add = ({ detail }: CustomEventInit<ToastModel>) => {
      if (!detail) return
      count.current += 1
      const next = { id: count.current, toast: detail }
      setShown((before) => [...before, next].slice(-maxShown))
    }
    window.addEventListener(toastEvent, add)
    return () => window.removeEventListener(toastEvent, add)
  }, [])
  const replace = useCallback((id: number, toast: ToastModel | null) => {
    setShown((before) =>
      before.flatMap((one) => (one.id === id ? (toast ? [{ id: (count.current += 1), toast }] : []) : [one])),
    )
  }, [])
  // If the code cannot be loaded, show the text without a button.
  const [isPlain, setPlain] = useState(false)
  const stack = useLoaded(
    loadStack,
    shown.length > 0,
    useCallback(() => setPlain(true), []),
  )
  useEffect(() => {
    if (stack || !isPlain || shown.length === 0) return
    return startTimer(() => setShown(([, ...others]) => others), toastStays)
  }, [stack, isPlain, shown])
  return (
    <div role="status">
      {stack ? (
        <stack.ToastStack shown={shown} send={send} replace={replace} />
      ) : (
        shown.map(({ id, toast: { text, note } }, place) =>
          isPlain && place === shown.length - 1 ? (
            <p key={id} className={styles.plain}>
              {text}
              {note ? `. ${note}` : null}
            </p>
          ) : (
            <VisuallyHidden key={id}>{text}</VisuallyHidden>
          ),
        )
      )}
    </div>
  )
}
