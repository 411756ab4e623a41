import ScanLine from 'lucide-react/icons/scan-line'
import { useEffect } from 'react'
import { Icon } from '#shui/icon/icon.tsx'
import { useTexts } from '#texts/context.tsx'
import { ScanCamera } from './scan-camera.tsx'
import styles from './scanning.module.css'

interface ScanFieldProps {
  label: string
  name: string
  field: React.RefObject<HTMLInputElement | null>
  /** Called with each code that the camera reads. */
  onCode: (code: string) => void
}

/** The field into which a scanner types, and the camera. Its form takes what is typed. */
export function ScanField({ label, name, field, onCode }: ScanFieldProps) {
  const { t } = useTexts()
  useScanFocus(field)
  return (
    <>
      <div className={styles.scanRow}>
        <label className={styles.scan}>
          <Icon as={ScanLine} size={24} />
          <span className={styles.scanName}>{label}</span>
          <input
            ref={field}
            name={name}
            className={styles.code}
            placeholder={label}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="done"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- what is scanned is typed wherever the focus is
            autoFocus
          />
        </label>
        <ScanCamera onCode={onCode} />
      </div>
      {/* The browser submits with the form's first button on Enter. */}
      <button type="submit" tabIndex={-1} className={styles.enter}>
        {t('scanning.enter')}
      </button>
    </>
  )
}

/**
 * Returns the focus to the scan field, because a scanner types wherever the focus is; other fields keep it. Space still
 * activates the focused control.
 */
function useScanFocus(field: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const back = (event: KeyboardEvent) => {
      const isText = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
      if (isText && !document.activeElement?.matches('input, textarea, select')) field.current?.focus()
    }
    addEventListener('keydown', back)
    return () => removeEventListener('keydown', back)
  }, [field])
}
