import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { beforeReload } from '#features/grid/use-refilter.ts'
import { showToast } from '#shui/toast/toast.ts'
import { useTexts } from '#texts/context.tsx'
import { lostEvent, type LostDetail } from '../lost-answers.ts'

/**
 * Without a connection a link or a form would end on the browser's own error page, and with it what was typed: the page
 * stays instead, and says why. So it does where the connection breaks on the way. A form that knows by itself what to do then is marked `data-offline`.
 */
export function WhenOffline() {
  const { t } = useTexts()
  const navigate = useNavigate()
  useEffect(() => {
    const say = (why: 'offline' | LostDetail) =>
      showToast({ text: t(`error.${why}.title`), note: t(`error.${why}.body`), tone: 'bad' })
    const stay = (event: Event) => {
      if (navigator.onLine || !leaves(event)) return
      event.preventDefault()
      event.stopPropagation()
      say('offline')
    }
    const stayAsLost = async ({ detail }: CustomEvent<LostDetail>) => {
      say(detail)
      const { href, search, hash } = location
      // Calls the sending off, or a form of another address would have that one's page drawn: a step within this page asks for nothing.
      await navigate(search + (hash || '#-'), { replace: true, preventScrollReset: true })
      // No step of the router's: one to an address without a mark would load the page anew.
      history.replaceState(history.state, '', href)
    }
    const over = new AbortController()
    const { signal } = over
    window.addEventListener(lostEvent, (event) => void stayAsLost(event), { signal })
    // Before whoever follows links, sends forms, and loads other results.
    for (const type of types) window.addEventListener(type, stay, { capture: true, signal })
    return () => over.abort()
  }, [t, navigate])
  return null
}

const types = ['click', 'submit', beforeReload]

/** Whether a click, a sent form or a list asks the hub for something else to show in this window. */
function leaves({ type, target }: Event): boolean {
  if (type === beforeReload) return true
  if (!(target instanceof Element)) return false
  if (type === 'submit') return !target.matches('[data-offline]')
  const link = target.closest<HTMLAnchorElement>('a[href]:not([target], [href^="#"])')
  return link?.protocol.startsWith('http') ?? false
}
