import { directionOf, markAt, offsetOf, releaseOf, speedOf, type FingerPlace, type Swipeable } from './swipe.ts'

/** What moves the rows of a list, and draws what comes out of them. */
export interface SwipeServices {
  /** Draws what a swipe brings out of this row, and of no other; null: out of none. It is there when this returns. */
  draw: (row: HTMLTableRowElement | null) => void
}

/** A finger on a row. */
interface Gesture {
  id: number
  row: HTMLTableRowElement
  /** Where it came down, and where the row stood. */
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
 * Lets a finger swipe the rows of a list while they are cards: one listener for all of them. The browser scrolls the page
 * by itself (`touch-action` in the sheet); what is left are movements along the row. Mouse and pen are not listened to.
 * Returns what stops it, and what closes the row that is open.
 */
export function swipeRows(list: HTMLElement, { draw }: SwipeServices) {
  let gesture: Gesture | null = null
  let open: HTMLTableRowElement | null = null
  let drawn: HTMLTableRowElement | null = null
  // What a finger lifts from after a swipe, or meets while a row is open, is not tapped.
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
    // Where rows are those of a table, nothing is swiped: it scrolls sideways itself.
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
      // The finger may have come down before this was loaded.
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
      // A finger on the open row may swipe it shut; anywhere else, and by a tap, it closes.
      isTapSpent = isInList
      if (gesture?.row !== open) close()
    },
    { signal, capture: true },
  )
  list.addEventListener(
    'click',
    (event) => {
      // A choice made by the swipe itself or by a key is no tap: nobody pointed at it.
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
      // It leaves what is selected as it is.
      event.stopPropagation()
      if (open.querySelector('[data-tray]')?.contains(document.activeElement))
        open.querySelector<HTMLElement>('th a')?.focus({ preventScroll: true })
      close()
    },
    { signal, capture: true },
  )
  // Whoever has zoomed in moves what is seen in all directions.
  const zoomed = () => list.toggleAttribute('data-zoomed', (window.visualViewport?.scale ?? 1) > 1.05)
  window.visualViewport?.addEventListener('resize', zoomed, { signal })

  return {
    close,
    /** The open row offers another number of actions: it shows as much of them as there is. */
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
