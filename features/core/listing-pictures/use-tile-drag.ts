import { useEffect, useEffectEvent, useRef, useState, type PointerEvent } from 'react'

/** Pixels a pointer must move to start dragging. */
const slack = 5

/**
 * Reorders by dragging; tiles have their id in `data-picture`. Calls `onOver` for each tile passed; Escape or a lost
 * pointer calls `onCancel`.
 */
export function useTileDrag({
  onOver,
  onEnd,
  onCancel,
}: {
  onOver: (dragged: string, over: string) => void
  onEnd: (dragged: string) => void
  onCancel: (dragged: string) => void
}): { dragged: string | null; start: (event: PointerEvent, id: string) => void } {
  const [dragged, setDragged] = useState<string | null>(null)
  const pressed = useRef<{ id: string; x: number; y: number } | null>(null)
  const over = useEffectEvent(onOver)
  const end = useEffectEvent(onEnd)
  const cancel = useEffectEvent(onCancel)
  // Listen on the window: moving the tile in the document releases its pointer capture.
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    let current: string | null = null
    const finish = (tell: (id: string) => void) => {
      pressed.current = null
      if (current === null) return
      const id = current
      current = null
      setDragged(null)
      tell(id)
    }
    window.addEventListener(
      'pointermove',
      ({ clientX, clientY }) => {
        const from = pressed.current
        if (!from) return
        if (current === null && Math.hypot(clientX - from.x, clientY - from.y) < slack) return
        current = from.id
        setDragged(current)
        const tile = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-picture]')
        const target = tile?.dataset.picture
        if (target && target !== current) over(current, target)
      },
      { signal },
    )
    window.addEventListener('pointerup', () => finish(end), { signal })
    window.addEventListener('pointercancel', () => finish(cancel), { signal })
    window.addEventListener('keydown', ({ key }) => key === 'Escape' && finish(cancel), { signal })
    return () => stop.abort()
  }, [])
  const start = ({ button, clientX, clientY }: PointerEvent, id: string) => {
    if (button === 0) pressed.current = { id, x: clientX, y: clientY }
  }
  return { dragged, start }
}
