export type OpenedBy = 'hover' | 'focus' | 'button'

/** The one open dropdown of a navigation, or null. */
export type DropdownState = { index: number; by: OpenedBy } | null

export type DropdownEvent =
  | { what: 'rest'; index: number }
  | { what: 'leave'; index: number }
  | { what: 'focus'; index: number }
  | { what: 'toggle'; index: number }
  | { what: 'close'; index?: number }

export function nextDropdown(state: DropdownState, event: DropdownEvent): DropdownState {
  const isOpen = state !== null && state.index === event.index
  switch (event.what) {
    case 'rest':
      return isOpen ? state : { index: event.index, by: 'hover' }
    case 'leave':
      return isOpen && state.by === 'hover' ? null : state
    case 'focus':
      return isOpen && state.by === 'button' ? state : { index: event.index, by: 'focus' }
    case 'toggle':
      // A press while open by hover keeps it open after the pointer leaves.
      return isOpen && state.by !== 'hover' ? null : { index: event.index, by: 'button' }
    case 'close':
      return event.index === undefined || isOpen ? null : state
  }
}
