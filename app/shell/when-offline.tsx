import { useEffect } from 'react'
import { beforeReload } from '#features/machinery/grid/before-reload.ts'
import { useTexts } from '#texts/context.tsx'
import { showUnsentToast } from '../forms/unsent-toast.ts'

/**
 * Keeps the page when the browser is offline and says why, instead of navigating to the browser's error page. For POST
 * forms see `kept-forms.tsx`.
 */
export function WhenOffline() {
  const { t } = useTexts()
  useEffect(() => {
    const stay = (event: Event) => {
      if (navigator.onLine || !leaves(event)) return
      event.preventDefault()
      event.stopPropagation()
      showUnsentToast(t)
    }
    const over = new AbortController()
    // Before the handlers that follow links, search and reload lists.
    for (const type of types) window.addEventListener(type, stay, { capture: true, signal: over.signal })
    return () => over.abort()
  }, [t])
  return null
}

const types = ['click', 'submit', beforeReload]

/** Whether an event would load something in this window. */
function leaves({ type, target }: Event): boolean {
  if (type === beforeReload) return true
  if (!(target instanceof Element)) return false
  if (type === 'submit') return !target.matches('[method=post], [method=dialog]')
  const link = target.closest<HTMLAnchorElement>('a[href]:not([target], [href^="#"])')
  return link?.protocol.startsWith('http') ?? false
}
