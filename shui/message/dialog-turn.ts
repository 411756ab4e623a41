import { useEffect, useState, useSyncExternalStore } from 'react'

/** Dialogs of messages in the order they came; a page shows one at a time. */
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

/** Whether it is the turn of the calling dialog, after those of the page that came before. */
export function useDialogTurn(): boolean {
  const [own] = useState(() => Symbol('turn'))
  useEffect(() => {
    change([...queue, own])
    return () => change(queue.filter((other) => other !== own))
  }, [own])
  return useSyncExternalStore(
    subscribe,
    () => queue[0] === own,
    () => false,
  )
}
