import { useEffect, useEffectEvent, useState, type RefObject } from 'react'

/**
 * Handles files dropped on `zone` or pasted on the page, unless text is pasted into a field. Returns whether files
 * hover over the zone. Files dropped elsewhere are ignored, because the browser would open them and lose the form.
 */
export function useFileDrop(zone: RefObject<HTMLElement | null>, onFiles: (files: readonly File[]) => void): boolean {
  const [over, setOver] = useState(false)
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const isOver = ({ target }: Event) => target instanceof Node && zone.current?.contains(target) === true
    const onDrag = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      setOver(isOver(event))
    }
    window.addEventListener('dragenter', onDrag, { signal })
    window.addEventListener('dragover', onDrag, { signal })
    window.addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(false), { signal })
    window.addEventListener(
      'drop',
      (event) => {
        setOver(false)
        if (!hasFiles(event.dataTransfer)) return
        event.preventDefault()
        if (isOver(event)) take([...(event.dataTransfer?.files ?? [])])
      },
      { signal },
    )
    window.addEventListener(
      'paste',
      (event) => {
        const files = [...(event.clipboardData?.files ?? [])]
        if (files.length === 0 || wantsText(event)) return
        event.preventDefault()
        take(files)
      },
      { signal },
    )
    return () => stop.abort()
  }, [zone])
  return over
}

function hasFiles(data: DataTransfer | null): boolean {
  return data?.types.includes('Files') ?? false
}

/** Spreadsheets copy text with a picture of it; fields get the text. */
function wantsText({ target, clipboardData }: ClipboardEvent): boolean {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  return isField && (clipboardData?.types.includes('text/plain') ?? false)
}
