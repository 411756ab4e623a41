import { useKeyName } from '#shui/use-key-name.ts'
import styles from './key-hints.module.css'

/** Keys of a page, shown where there is a keyboard. Controls name their own keys for screen readers. */
export function KeyHints({ keys }: { keys: readonly { key: string; text: string }[] }) {
  const keyName = useKeyName()
  return (
    <p className={styles.keys} aria-hidden="true">
      {keys.map(({ key, text }) => (
        <span key={key}>
          <kbd>{keyName(key)}</kbd> {text}
        </span>
      ))}
    </p>
  )
}
