import { useCallback, useEffect, useRef, useState } from 'react'
import { showToast } from '#shui/toast/toast.ts'
import { useLoaded } from '#shui/use-loaded.ts'
import { useTexts } from '#texts/context.tsx'

const loadKeeper = () => import('./kept-forms.tsx')
const touches = ['focusin', 'pointerdown', 'keydown', 'submit']

/**
 * Loads what keeps forms (`kept-forms.tsx`) once one that changes something is touched, which is before anything is typed.
 * A form that is sent sooner waits for it.
 */
export function WatchForms() {
  const { t } = useTexts()
  const [isTouched, setTouched] = useState(false)
  const held = useRef<(() => void) | null>(null)
  const keeper = useLoaded(
    loadKeeper,
    isTouched,
    useCallback(() => {
      setTouched(false)
      if (!held.current) return
      held.current = null
      const reason = navigator.onLine ? 'lost' : 'offline'
      showToast({ text: t(`error.${reason}.title`), note: t(`error.${reason}.body`), tone: 'bad' })
    }, [t]),
  )
  const sendHeld = useCallback(() => {
    const send = held.current
    held.current = null
    send?.()
  }, [])
  useEffect(() => {
    if (keeper) return
    const touch = (event: Event) => {
      const form = event.target instanceof Element ? event.target.closest('form') : null
      if (!isPost(form)) return
      setTouched(true)
      if (!(event instanceof SubmitEvent)) return
      event.preventDefault()
      event.stopPropagation()
      held.current = () => form.requestSubmit(event.submitter)
    }
    const over = new AbortController()
    for (const type of touches) window.addEventListener(type, touch, { capture: true, signal: over.signal })
    return () => over.abort()
  }, [keeper])
  return keeper ? <keeper.KeptForms isPost={isPost} onReady={sendHeld} /> : null
}

/** Whether it is a form that changes something. */
function isPost(target: EventTarget | null): target is HTMLFormElement {
  return target instanceof HTMLFormElement && target.getAttribute('method')?.toLowerCase() === 'post'
}
