import Camera from 'lucide-react/icons/camera'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Icon } from '#shui/icon/icon.tsx'
import { useTexts } from '#texts/context.tsx'
import { offersCamera, watchCodes } from './read-barcodes.ts'
import styles from './scan-camera.module.css'

const neverChanges = () => () => {}

/**
 * Reads barcodes with the camera and reports each once until it leaves the picture. Says so if
 * it could over https only, and renders nothing if the browser has no camera.
 */
export function ScanCamera({ onCode }: { onCode: (code: string) => void }) {
  const { t } = useTexts()
  const canRead = useSyncExternalStore(neverChanges, offersCamera, () => false)
  const [isOn, setOn] = useState(false)
  const [refusal, setRefusal] = useState<'scanning.camera.refused' | 'scanning.camera.https' | null>(null)
  const video = useRef<HTMLVideoElement>(null)
  const newestOnCode = useRef(onCode)
  useEffect(() => {
    newestOnCode.current = onCode
  })
  useEffect(() => {
    if (!isOn || !video.current) return
    const gone = new AbortController()
    watchCodes(video.current, { signal: gone.signal, onCode: (code) => newestOnCode.current(code) }).catch(() => {
      if (gone.signal.aborted) return
      setRefusal('scanning.camera.refused')
      setOn(false)
    })
    return () => gone.abort()
  }, [isOn])
  if (!canRead) return null
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-pressed={isOn}
        aria-label={t('scanning.camera')}
        onClick={() => {
          setRefusal(isSecureContext ? null : 'scanning.camera.https')
          setOn(isSecureContext && !isOn)
        }}
      >
        <Icon as={Camera} size={24} />
      </button>
      {isOn ? (
        <video ref={video} className={styles.picture} muted playsInline aria-label={t('scanning.camera')} />
      ) : null}
      {refusal ? (
        <p role="alert" className={styles.refused}>
          {t(refusal)}
        </p>
      ) : null}
    </>
  )
}
