import { useEffect } from 'react'
import { useNavigate } from '#web/router/router.ts'
import { ButtonLink } from '#shui/button/button.tsx'
import { useTexts } from '#texts/context.tsx'

/** Link that opens the shipping form. The S key follows it. */
export function ShipLink({ href }: { href: string }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || isTyping(event)) return
      event.preventDefault()
      void navigate(href)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [href, navigate])
  return (
    <ButtonLink href={href} kind="primary" aria-keyshortcuts="S">
      {t('word.ship')}
    </ButtonLink>
  )
}

/** Whether a key press belongs to something else: a text field, a browser menu or another shortcut. */
function isTyping({ target, altKey, ctrlKey, metaKey, defaultPrevented }: KeyboardEvent): boolean {
  if (altKey || ctrlKey || metaKey || defaultPrevented) return true
  return target instanceof Element && target.closest('input, select, textarea, [contenteditable], dialog') !== null
}
