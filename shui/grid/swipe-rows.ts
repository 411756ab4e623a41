import { directionOf, markAt, offsetOf, releaseOf, speedOf, type FingerPlace, type Swipeable } from './swipe.ts'

export interface SwipeServices {
  /** Renders the actions of this row only, synchronously; null for none. */
  draw: (row: HTMLTableRowElement | null) => void
}

interface Gesture {
  id: number
  row: HTMLTableRowElement
  /** Start position of the touch and of the row. */
  x: number
  y: number
  from: number
  direction: 'row' | 'page' | 'undecided'
  of: Swipeable
  offset: number
  places: FingerPlace[]
}

const typing = 'input:not([type=checkbox]), textarea, select'

/**
 * Enables swiping of card rows with one listener. The browser scrolls the page (`touch-action` in the sheet), which
 * leaves horizontal movement. Ignores mouse and pen. Returns functions to stop it and to close the open row.
 */
export function swipeRows(list: HTMLElement, { draw }: SwipeServices) {
  let gesture: Gesture | null = null
  let open: HTMLTableRowElement | null = null
  let drawn: HTMLTableRowElement | null = null
  // The end of a swipe, or a touch while a row is open, is not a tap.
  let isTapSpent = false
  const stop = new AbortController()
  const { signal } = stop
  const direction = () => (getComputedStyle(list).direction === 'rtl' ? -1 : 1)

  const place = (row: HTMLTableRowElement, offset: number, state: 'moved' | 'settled') => {
    row.dataset.swipe = state
    row.toggleAttribute('data-armed', offset >= markAt)
    row.style.translate = `${offset * direction()}px`
  }
  const settle = (row: HTMLTableRowElement, offset: number) => {
    place(row, offset, 'settled')
    if (offset < 0) {
      open = row
      return
    }
    if (open === row) open = null
    void Promise.allSettled(row.getAnimations().map(({ finished }) => finished)).then(() => {
      if (row.dataset.swipe !== 'settled' || open === row) return
      clear(row)
      if (drawn !== row || gesture?.row === row) return
      drawn = null
      draw(null)
    })
  }
  const close = () => open && settle(open, 0)

  const begin = (event: PointerEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLTableRowElement>('tbody tr') : null
    const isField = event.target instanceof Element && event.target.closest(typing)
    // Table rows are not swiped, since tables scroll sideways.
    if (!row || isField || getComputedStyle(row).display !== 'grid') return null
    const box = row.querySelector('input[name=keys]')
    const { pointerId: id, clientX: x, clientY: y } = event
    const from = row === open ? -trayOf(row) : 0
    const of = { tray: 0, markable: box !== null }
    return { id, row, x, y, from, direction: 'undecided', of, offset: from, places: [] } satisfies Gesture
  }
  const take = (moved: Gesture) => {
    if (open && open !== moved.row) close()
    drawn = moved.row
    draw(drawn)
    moved.of.tray = trayOf(moved.row)
    list.setPointerCapture(moved.id)
  }

  list.addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerType !== 'touch' || !event.isPrimary) return
      // The touch may have started before this was loaded.
      if (gesture?.id !== event.pointerId) gesture = begin(event)
      if (!gesture || gesture.direction === 'page') return
      const moved = (event.clientX - gesture.x) * direction()
      if (gesture.direction === 'undecided') {
        gesture.direction = directionOf(moved, event.clientY - gesture.y)
        if (gesture.direction !== 'row') return
        take(gesture)
      }
      gesture.offset = offsetOf(gesture.from, moved, gesture.of)
      gesture.places = [...gesture.places, { at: moved, time: event.timeStamp }].slice(-20)
      place(gesture.row, gesture.offset, 'moved')
    },
    { signal },
  )
  const release = (event: PointerEvent) => {
    const ended = gesture
    if (ended?.id !== event.pointerId) return
    gesture = null
    if (ended.direction !== 'row') return
    isTapSpent = true
    const speed = speedOf(ended.places, event.timeStamp)
    const is = event.type === 'pointerup' ? releaseOf(ended.offset, speed, ended.of) : 'closed'
    settle(ended.row, is === 'open' ? -ended.of.tray : 0)
    if (is === 'mark') ended.row.querySelector<HTMLElement>('input[name=keys]')?.click()
  }
  list.addEventListener('pointerup', release, { signal })
  list.addEventListener('pointercancel', release, { signal })
  document.addEventListener(
    'pointerdown',
    (event) => {
      isTapSpent = false
      const isInTray = event.target instanceof Element && event.target.closest('[data-tray]') !== null
      const isInList = event.target instanceof Node && list.contains(event.target)
      if (event.pointerType === 'touch' && event.isPrimary && isInList) gesture = begin(event)
      if (!open || isInTray) return
      // A touch on the open row may swipe it shut; elsewhere, or as a tap, it closes the row.
      isTapSpent = isInList
      if (gesture?.row !== open) close()
    },
    { signal, capture: true },
  )
  list.addEventListener(
    'click',
    (event) => {
      // Clicks by the swipe itself or by keyboard are not taps.
      if (!isTapSpent || event.detail === 0) return
      isTapSpent = false
      event.preventDefault()
      event.stopPropagation()
      if (open && !(event.target as Element).closest('[data-tray]')) close()
    },
    { signal, capture: true },
  )
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !open) return
      // Does not change the selection.
      event.stopPropagation()
      if (open.querySelector('[data-tray]')?.contains(document.activeElement))
        open.querySelector<HTMLElement>('th a')?.focus({ preventScroll: true })
      close()
    },
    { signal, capture: true },
  )
  // When zoomed in, touch moves the viewport.
  const zoomed = () => list.toggleAttribute('data-zoomed', (window.visualViewport?.scale ?? 1) > 1.05)
  window.visualViewport?.addEventListener('resize', zoomed, { signal })

  return {
    close,
    /** Adjusts the open row to a changed number of actions. */
    refit: (count: number) => {
      if (open) settle(open, count === 0 ? 0 : -trayOf(open))
    },
    stop: () => {
      stop.abort()
      if (open) clear(open)
    },
  }
}

function trayOf(row: HTMLTableRowElement): number {
  return row.querySelector<HTMLElement>('[data-tray]')?.offsetWidth ?? 0
}

function clear(row: HTMLTableRowElement): void {
  delete row.dataset.swipe
  row.removeAttribute('data-armed')
  row.style.translate = ''
}
