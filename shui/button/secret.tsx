import { CopyButton, type CopyButtonProps } from './copy-button.tsx'
import styles from './secret.module.css'

export interface SecretProps {
  /** A key, a token or a code that somebody takes elsewhere: a click on it selects all of it. */
  text: string
  /** Words of the button that copies it. */
  copy: Omit<CopyButtonProps, 'text'>
}

/** A secret that is shown to be copied. */
export function Secret({ text, copy }: SecretProps) {
  return (
    <div className={styles.line} translate="no">
      <code className={styles.secret}>{text}</code>
      <CopyButton text={text} {...copy} />
    </div>
  )
}
