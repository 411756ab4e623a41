import { createFocusExit } from '#lib/focus-exit.ts'
import { createHoverIntent } from '#lib/hover-intent.ts'
import { startTimer } from '#lib/timers.ts'
import type { DropdownEvent } from './dropdown-state.ts'

type Send = (what: 'rest' | 'leave' | 'focus' | 'close') => void

/**
 * Translates pointer and focus events of a navigation item into dropdown events. `escaped` marks that Escape closed it:
 * focus does not reopen it until it has left. Returns a cleanup function.
 */
export function watchItem(item: HTMLElement, send: Send, escaped: { current: boolean }): () => void {
  const hover = createHoverIntent({ startTimer, open: () => send('rest'), close: () => send('leave') })
  const exit = createFocusExit({
    startTimer,
    isInside: () => item.contains(document.activeElement),
    exit: () => send('close'),
  })
  let focusInside = false
  const stop = new AbortController()
  const on = <K extends keyof HTMLElementEventMap>(type: K, listen: (event: HTMLElementEventMap[K]) => void) =>
    item.addEventListener(type, listen, { signal: stop.signal })

  on('pointerenter', (event) => {
    if (event.pointerType !== 'touch') hover.enter({ x: event.clientX, y: event.clientY })
  })
  on('pointermove', (event) => {
    if (event.pointerType !== 'touch') hover.move({ x: event.clientX, y: event.clientY })
  })
  on('pointerleave', (event) => {
    if (event.pointerType !== 'touch') hover.leave()
  })
  // A pointer coming to rest must not undo what a press or Escape closed, nor cover the page to which a link leads.
  on('click', hover.stop)
  document.addEventListener('keydown', ({ key }) => void (key === 'Escape' && hover.stop()), { signal: stop.signal })
  on('focusin', (event) => {
    exit.focusIn()
    const entered = !focusInside
    focusInside = true
    if (entered && !escaped.current && event.target instanceof Element && event.target.matches(':focus-visible')) {
      send('focus')
    }
  })
  on('focusout', (event) => {
    // A window that loses focus keeps its active element: the user has not left the item.
    if (!document.hasFocus()) return
    if (event.relatedTarget instanceof Node && item.contains(event.relatedTarget)) return
    focusInside = false
    escaped.current = false
    exit.focusOut()
  })
  // A pointer already here before the script ran fires no event.
  if (matchMedia('(hover: hover)').matches && item.matches(':hover')) hover.enter({ x: 0, y: 0 })
  return () => {
    stop.abort()
    hover.stop()
    exit.stop()
  }
}

/** Closes the open dropdown on Escape, an outside press, and leaving the page. Returns a cleanup function. */
export function watchPage(
  navigation: HTMLElement,
  send: (event: DropdownEvent) => void,
  onEscape: () => void,
): () => void {
  const stop = new AbortController()
  const { signal } = stop
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !event.isComposing) onEscape()
    },
    { signal },
  )
  document.addEventListener(
    'pointerdown',
    (event) => {
      if (event.target instanceof Node && !navigation.contains(event.target)) send({ what: 'close' })
    },
    { signal },
  )
  window.addEventListener('pagehide', () => send({ what: 'close' }), { signal })
  return () => stop.abort()
}
