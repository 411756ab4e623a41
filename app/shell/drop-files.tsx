import { useEffect, useState } from 'react'
import { useLoaded } from '#shui/use-loaded.ts'

const loadTarget = () => import('./drop-target.tsx')

/** Loads what takes dropped files to the page for uploads once files are dragged over the hub. */
export function DropFiles({ href }: { href: string }) {
  const [isDragged, setDragged] = useState(false)
  const code = useLoaded(loadTarget, isDragged, () => setDragged(false))
  useEffect(() => {
    document.body.ondragenter = (event) => setDragged(event.dataTransfer?.types.includes('Files') ?? false)
  }, [])
  return code && <code.DropTarget href={href} />
}
