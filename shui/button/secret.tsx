import { CopyButton, type CopyButtonProps } from './copy-button.tsx'
import styles from './secret.module.css'

export interface SecretProps {
  /** A key, token or code to copy; a click selects all of it. */
  text: string
  copy: Omit<CopyButtonProps, 'text'>
}

export function Secret({ text, copy }: SecretProps) {
  return (
    <div className={styles.line} translate="no">
      <code className={styles.secret}>{text}</code>
      <CopyButton text={text} {...copy} />
    </div>
  )
}
