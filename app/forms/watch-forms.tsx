import { useCallback, useEffect, useRef, useState } from 'react'
import { useLoaded } from '#shui/use-loaded.ts'
import { useTexts } from '#texts/context.tsx'
import { showUnsentToast } from './unsent-toast.ts'

const loadKeeper = () => import('./kept-forms.tsx')
const touches = ['focusin', 'pointerdown', 'keydown', 'submit']

/** Loads `kept-forms.tsx` when a POST form is first touched, before anything is typed. A form submitted earlier waits for it. */
export function WatchForms() {
  const { t } = useTexts()
  const [isTouched, setTouched] = useState(false)
  const held = useRef<SubmitEvent>(null)
  const keeper = useLoaded(
    loadKeeper,
    isTouched,
    useCallback(() => {
      setTouched(false)
      if (held.current) showUnsentToast(t)
      held.current = null
    }, [t]),
  )
  useEffect(() => {
    if (keeper) return
    const touch = (event: Event) => {
      const form = (event.target as Partial<Element>).closest?.<HTMLFormElement>('form[method=post]')
      if (!form) return
      setTouched(true)
      // These forms keep their input themselves, and scans at the pack station cannot wait.
      if (!(event instanceof SubmitEvent) || 'offline' in form.dataset) return
      event.preventDefault()
      event.stopPropagation()
      held.current = event
    }
    for (const type of touches) addEventListener(type, touch, true)
    return () => touches.forEach((type) => removeEventListener(type, touch, true))
  }, [keeper])
  return keeper ? <keeper.KeptForms held={held} /> : null
}
