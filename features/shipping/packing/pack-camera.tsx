import Camera from 'lucide-react/icons/camera'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Icon } from '#shui/icon/icon.tsx'
import { useTexts } from '#texts/context.tsx'
import { readsBarcodes, watchCodes } from './read-barcodes.ts'
import styles from './pack-camera.module.css'

const neverChanges = () => () => {}

/**
 * Reads barcodes with the camera and reports each once until it leaves the picture. Renders nothing if the browser
 * cannot detect barcodes.
 */
export function PackCamera({ onCode }: { onCode: (code: string) => void }) {
  const { t } = useTexts()
  const canRead = useSyncExternalStore(neverChanges, readsBarcodes, () => false)
  const [isOn, setOn] = useState(false)
  const [isRefused, setRefused] = useState(false)
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
      setRefused(true)
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
        aria-label={t('packing.camera')}
        onClick={() => {
          setRefused(false)
          setOn(!isOn)
        }}
      >
        <Icon as={Camera} size={24} />
      </button>
      {isOn ? (
        <video ref={video} className={styles.picture} muted playsInline aria-label={t('packing.camera')} />
      ) : null}
      {isRefused ? (
        <p role="alert" className={styles.refused}>
          {t('packing.camera.refused')}
        </p>
      ) : null}
    </>
  )
}
