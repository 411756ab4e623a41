import { useKeyName } from '../use-key-name.ts'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState, type RefObject, type SubmitEvent } from 'react'
import { startTimer as realTimer, type StartTimer } from '#lib/timers.ts'
import { IconButton } from '../button/button.tsx'
import { useShui } from '../context.tsx'
import { focusOrHeading } from '../focus.ts'
import { Icon } from '../icon/icon.tsx'
import styles from './toast.module.css'
import { toastStays, type ToastModel } from './toast.ts'
import type { SendToast, ShownToast } from './toasts.tsx'

export interface ToastStackProps {
  shown: readonly ShownToast[]
  send: SendToast
  /** Replaces a toast, or removes it with null. */
  replace: (id: number, toast: ToastModel | null) => void
  startTimer?: StartTimer
}

/** The toasts, newest at the edge. None expires while hovered or focused, or while the tab is hidden. */
export function ToastStack({ shown, send, replace, startTimer = realTimer }: ToastStackProps) {
  const list = useRef<HTMLOListElement>(null)
  const { isHeld, before } = useHeld(list)
  useUndoKey(list)
  const change = (id: number, toast: ToastModel | null) => {
    // Restore focus from a removed toast.
    if (list.current?.contains(document.activeElement)) focusOrHeading(before.current)
    replace(id, toast)
  }
  return (
    <ol ref={list} className={styles.stack}>
      {shown.map(({ id, toast }) => (
        <Toast key={id} {...{ toast, send, isHeld, startTimer }} onChange={(next) => change(id, next)} />
      ))}
    </ol>
  )
}

interface ToastProps {
  toast: ToastModel
  send: SendToast
  isHeld: boolean
  startTimer: StartTimer
  onChange: (toast: ToastModel | null) => void
}

function Toast({ toast, send, isHeld, startTimer, onChange }: ToastProps) {
  const { labels, Link } = useShui()
  const keyName = useKeyName()
  const { text, note, tone = 'good', act, link } = toast
  const [isBusy, setBusy] = useState(false)
  const change = useRef(onChange)
  useEffect(() => {
    change.current = onChange
  }, [onChange])
  const stays = isHeld || isBusy || tone === 'bad'
  useEffect(() => {
    if (stays) return undefined
    return startTimer(() => change.current(null), toastStays)
  }, [stays, startTimer])
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!act || isBusy) return
    setBusy(true)
    const next = await send(act)
    change.current(next)
  }
  return (
    <li className={styles.toast} data-tone={tone}>
      <Icon as={tone === 'bad' ? CircleAlert : CircleCheck} />
      <p className={styles.text}>
        <span dir="auto">{text}</span>
        {note ? <span className={styles.note}>{note}</span> : null}
      </p>
      {link ? (
        <Link href={link.href} className={styles.act}>
          {link.label}
        </Link>
      ) : null}
      {act ? (
        <form method="post" action={act.url} onSubmit={(event) => void submit(event)}>
          <button type="submit" className={styles.act} aria-keyshortcuts="Control+Z Meta+Z" aria-disabled={isBusy}>
            {act.label}
            <kbd aria-hidden="true">{keyName('Control+Z')}</kbd>
          </button>
        </form>
      ) : null}
      <IconButton icon={X} size="small" label={labels.close} onClick={() => onChange(null)} />
    </li>
  )
}

const typing =
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit]), textarea, select, [contenteditable]'

/** Whether toasts are kept, and the element focused before. */
function useHeld(list: RefObject<HTMLElement | null>) {
  const [isPointedAt, setPointedAt] = useState(false)
  const [hasFocus, setFocused] = useState(false)
  const isHidden = useHidden()
  const before = useRef<Element | null>(null)
  useEffect(() => {
    const element = list.current
    if (!element) return
    const stop = new AbortController()
    const { signal } = stop
    const isOutside = ({ relatedTarget }: FocusEvent) => !element.contains(relatedTarget as Node | null)
    const enter = (event: FocusEvent) => {
      if (isOutside(event)) before.current = event.relatedTarget instanceof Element ? event.relatedTarget : null
      setFocused(true)
    }
    const leave = (event: FocusEvent) => {
      if (isOutside(event)) setFocused(false)
    }
    element.addEventListener('focusin', enter, { signal })
    element.addEventListener('focusout', leave, { signal })
    element.addEventListener('pointerover', () => setPointedAt(true), { signal })
    element.addEventListener('pointerleave', () => setPointedAt(false), { signal })
    return () => stop.abort()
  }, [list])
  return { isHeld: isPointedAt || hasFocus || isHidden, before }
}

/** `Ctrl Z` submits the newest toast's form; in fields it undoes typing. */
function useUndoKey(list: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isKey =
        event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
      if (!isKey || event.defaultPrevented || !(event.target instanceof Element)) return
      if (event.target.closest(typing) || document.querySelector('dialog:modal')) return
      const form = [...(list.current?.querySelectorAll('form') ?? [])].at(-1)
      if (!form) return
      event.preventDefault()
      form.requestSubmit()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [list])
}

function useHidden(): boolean {
  const [isHidden, setHidden] = useState(() => typeof document !== 'undefined' && document.hidden)
  useEffect(() => {
    const look = () => setHidden(document.hidden)
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  return isHidden
}
