import { useEffect, useEffectEvent, useState, type RefObject } from 'react'

/**
 * Files that are dropped on `zone`, or pasted anywhere on the page but as text into a field. Whether files hover over the
 * zone is the result. Files dropped beside it are not opened in place of the page, which would lose what is typed.
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

/** Spreadsheets put text and a picture of it on the clipboard: into a field goes the text. */
function wantsText({ target, clipboardData }: ClipboardEvent): boolean {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  return isField && (clipboardData?.types.includes('text/plain') ?? false)
}
