import { useEffect, useState } from 'react'
import { useLoaded } from '#shui/use-loaded.ts'

const loadTarget = () => import('./drop-target.tsx')

/** Loads what takes dropped files to the page for uploads once files are dragged over the hub. */
export function DropFiles({ href }: { href: string }) {
  const [isDragged, setDragged] = useState(false)
  const code = useLoaded(loadTarget, isDragged, () => setDragged(false))
  useEffect(() => {
    const drag = ({ dataTransfer }: DragEvent) => setDragged(dataTransfer?.types.includes('Files') === true)
    addEventListener('dragenter', drag)
    return () => removeEventListener('dragenter', drag)
  }, [])
  return code && <code.DropTarget href={href} />
}
