import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTexts } from '#texts/context.tsx'
import { useLocation, useNavigate } from '#web/router/router.ts'
import styles from './drop-target.module.css'

/** Whether the page takes files itself, such as pictures. */
const hasOwnField = () => document.querySelector('input[type=file]:not(#upload)') !== null

const isOfFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true && !hasOwnField()

/** Sends files with the form of the page for uploads; false on another page. */
function sendFiles(files: FileList): boolean {
  const field = document.querySelector<HTMLInputElement>('input#upload')
  if (!field) return false
  field.files = files
  field.form?.requestSubmit(field.form.querySelector<HTMLButtonElement>('button[value=read]'))
  return true
}

/** Takes files that are dropped anywhere to the page for uploads, and sends them. Shown while they are dragged. */
export function DropTarget({ href }: { href: string }) {
  const [isOver, setOver] = useState(true)
  const waiting = useRef<FileList>(null)
  // Rendered again when the page has changed.
  useLocation()
  const navigate = useNavigate()
  const { t } = useTexts()
  const take = useEffectEvent((event: DragEvent) => {
    setOver(false)
    const files = event.dataTransfer?.files
    if (!files || !isOfFiles(event)) return
    event.preventDefault()
    if (sendFiles(files)) return
    waiting.current = files
    void navigate(href)
  })
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const drag = (event: DragEvent) => {
      if (!isOfFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    addEventListener('dragenter', drag, { signal })
    addEventListener('dragover', drag, { signal })
    addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false), { signal })
    addEventListener('drop', take, { signal })
    return () => stop.abort()
  }, [])
  useEffect(() => {
    if (waiting.current && sendFiles(waiting.current)) waiting.current = null
  })
  return isOver && !hasOwnField() ? <div className={styles.target}>{t('common.uploadFile')}</div> : null
}
