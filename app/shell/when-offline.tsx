import { useEffect } from 'react'
import { beforeReload } from '#features/grid/use-refilter.ts'
import { showToast } from '#shui/toast/toast.ts'
import { useTexts } from '#texts/context.tsx'
import { lostEvent } from '../lost-answers.ts'

/**
 * Without a connection a link or a form would end on the browser's own error page, and with it what was typed: the page
 * stays instead, and says why. So it does where the connection breaks on the way. A form that knows by itself what to do then is marked `data-offline`.
 */
export function WhenOffline() {
  const { t } = useTexts()
  useEffect(() => {
    const stay = (event: Event) => {
      if (navigator.onLine || !leaves(event)) return
      event.preventDefault()
      event.stopPropagation()
      showToast({ text: t('shell.offline'), note: t('shell.offlineNote'), tone: 'bad' })
    }
    const sayLost = () => showToast({ text: t('shell.lost'), note: t('shell.lostNote'), tone: 'bad' })
    window.addEventListener(lostEvent, sayLost)
    // Before whoever follows links, sends forms, and loads other results.
    for (const type of types) window.addEventListener(type, stay, { capture: true })
    return () => {
      window.removeEventListener(lostEvent, sayLost)
      for (const type of types) window.removeEventListener(type, stay, { capture: true })
    }
  }, [t])
  return null
}

const types = ['click', 'submit', beforeReload]

/** Whether a click, a sent form or a list asks the hub for something else to show in this window. */
function leaves({ type, target }: Event): boolean {
  if (type === beforeReload) return true
  if (!(target instanceof Element)) return false
  if (type === 'submit') return !target.matches('[data-offline]')
  const link = target.closest<HTMLAnchorElement>('a[href]')
  return (
    link !== null && !link.target && !link.getAttribute('href')?.startsWith('#') && link.protocol.startsWith('http')
  )
}
