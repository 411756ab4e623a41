import { useEffect } from 'react'
import { beforeReload } from '#features/machinery/grid/use-refilter.ts'
import { showToast } from '#shui/toast/toast.ts'
import { useTexts } from '#texts/context.tsx'

/**
 * Without a connection a link or a search would end on the browser's own error page: the page stays instead, and says why.
 * Forms that change something are kept by `kept-forms.tsx`.
 */
export function WhenOffline() {
  const { t } = useTexts()
  useEffect(() => {
    const stay = (event: Event) => {
      if (navigator.onLine || !leaves(event)) return
      event.preventDefault()
      event.stopPropagation()
      showToast({ text: t('error.offline.title'), note: t('error.offline.body'), tone: 'bad' })
    }
    const over = new AbortController()
    // Before whoever follows links, searches, and loads other results.
    for (const type of types) window.addEventListener(type, stay, { capture: true, signal: over.signal })
    return () => over.abort()
  }, [t])
  return null
}

const types = ['click', 'submit', beforeReload]

/** Whether a click, a search or a list asks the hub for something else to show in this window. */
function leaves({ type, target }: Event): boolean {
  if (type === beforeReload) return true
  if (!(target instanceof Element)) return false
  if (type === 'submit') return !target.matches('[method=post], [method=dialog]')
  const link = target.closest<HTMLAnchorElement>('a[href]:not([target], [href^="#"])')
  return link?.protocol.startsWith('http') ?? false
}
