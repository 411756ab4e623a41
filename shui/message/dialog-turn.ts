import { useEffect, useState, useSyncExternalStore } from 'react'

/** Components with a dialog to show, in the order they asked; a page shows one dialog at a time. */
let queue: readonly symbol[] = []
const listeners = new Set<() => void>()

function change(next: readonly symbol[]) {
  queue = next
  for (const listen of listeners) listen()
}

function subscribe(listen: () => void) {
  listeners.add(listen)
  return () => void listeners.delete(listen)
}

/** Whether the calling component may show its dialog: it `wants` to, and no other one of the page asked before. */
export function useDialogTurn(wants: boolean): boolean {
  const [own] = useState(() => Symbol('turn'))
  useEffect(() => {
    if (!wants) return
    change([...queue, own])
    return () => change(queue.filter((other) => other !== own))
  }, [wants, own])
  return useSyncExternalStore(
    subscribe,
    () => queue[0] === own,
    () => false,
  )
}
