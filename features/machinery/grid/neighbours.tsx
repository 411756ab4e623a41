import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useEffect, useRef, type RefObject } from 'react'
import { useStored } from '#shui/grid/use-stored.ts'
import { singleKeysStore } from '#shui/grid/use-grid-keys.ts'
import { Icon } from '#shui/icon/icon.tsx'
import { PageLink } from '#web/page-link.tsx'
import { BackToList, useOpenedHere, type OpenedState } from './back-to-list.tsx'
import styles from './neighbours.module.css'

export interface NeighboursModel {
  label: string
  /** "3 of 37"; null if the row is no longer in the list. */
  place: string | null
  previous: NeighbourModel
  next: NeighbourModel
}

interface NeighbourModel {
  label: string
  /** Null at the end of the list. */
  href: string | null
}

export interface WayBackProps {
  /** Link to the list as it was. */
  back: { href: string; label: string }
  /** Null if the page was not opened from a list. */
  neighbours: NeighboursModel | null
  /** Enables shortcuts; off where unsaved input could be lost. */
  keys?: boolean
}

/**
 * Links back to the list (Escape) and to the adjacent rows (`k`, `j`). Adjacent pages replace the history entry, so
 * that Back returns to the list.
 */
export function WayBack({ back, neighbours, keys = true }: WayBackProps) {
  const way = useRef<HTMLDivElement>(null)
  useWayKeys(way, keys)
  return (
    <div ref={way} className={styles.way}>
      <BackToList href={back.href} shortcut="Escape">
        {back.label}
      </BackToList>
      {neighbours && (neighbours.previous.href ?? neighbours.next.href) ? <Neighbours model={neighbours} /> : null}
    </div>
  )
}

function Neighbours({ model: { label, place, previous, next } }: { model: NeighboursModel }) {
  return (
    <nav aria-label={label} className={styles.neighbours}>
      {place ? <span className={styles.place}>{place}</span> : null}
      <NeighbourLink neighbour={previous} icon={ChevronLeft} shortcut="k" />
      <NeighbourLink neighbour={next} icon={ChevronRight} shortcut="j" />
    </nav>
  )
}

interface NeighbourLinkProps {
  neighbour: NeighbourModel
  icon: typeof ChevronLeft
  shortcut: 'j' | 'k'
}

/** At the end of the list the arrow is disabled but stays, so that the other one does not move. */
function NeighbourLink({ neighbour: { href, label }, icon, shortcut }: NeighbourLinkProps) {
  const state: OpenedState = { isOpenedHere: useOpenedHere() }
  if (href === null) {
    return (
      <span className={styles.end} aria-hidden="true">
        <Icon as={icon} />
      </span>
    )
  }
  return (
    <PageLink
      to={href}
      replace
      state={state}
      className={styles.step}
      title={`${label} (${shortcut.toUpperCase()})`}
      aria-label={label}
      aria-keyshortcuts={shortcut}
    >
      <Icon as={icon} />
    </PageLink>
  )
}

const typing = 'input, select, textarea, [contenteditable]:not([contenteditable=false])'

/** Fields of the page that a key focuses, and that Escape leaves; buttons that a key presses. */
const reply = ':is(textarea, input)[aria-keyshortcuts="r"]'
const pressed = ['a', 'd']

/**
 * Follows the link of the pressed key, or focuses the reply. Ignores single letters if the reader disabled them, and
 * all keys under an open layer.
 */
function useWayKeys(way: RefObject<HTMLElement | null>, isOn: boolean): void {
  const [stored] = useStored('localStorage', singleKeysStore)
  const single = stored !== 'off'
  useEffect(() => {
    if (!isOn) return
    const listen = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented, ctrlKey, metaKey, altKey, isComposing } = event
      if (defaultPrevented || ctrlKey || metaKey || altKey || !['j', 'k', 'r', 'Escape', ...pressed].includes(key))
        return
      if (key !== 'Escape' && !single) return
      if (key === 'Escape' && !isComposing && target instanceof HTMLElement && target.matches(reply))
        return target.blur()
      if (target instanceof Element && target.closest(`${typing}, dialog, [popover]`)) return
      if (document.querySelector('dialog[open], [popover]:popover-open, header [aria-expanded="true"]')) return
      const field = key === 'r' ? document.querySelector<HTMLElement>(reply) : null
      const link = pressed.includes(key)
        ? document.querySelector<HTMLElement>(`button[aria-keyshortcuts="${key}"]`)
        : way.current?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)
      if (!field && !link) return
      event.preventDefault()
      field?.focus()
      link?.click()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [way, single, isOn])
}
