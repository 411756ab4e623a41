import Check from 'lucide-react/icons/check'
import Copy from 'lucide-react/icons/copy'
import { useState, type MouseEvent } from 'react'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import { IconButton } from './button.tsx'
import { copyText } from './copy-text.ts'
import styles from './copy-button.module.css'

export interface CopyButtonProps {
  text: string
  label: string
  /** Announced after copying, and when the browser refuses. */
  copied: string
  refused: string
}

/** Copies a text to the clipboard. Not rendered without script. */
export function CopyButton({ text, label, copied, refused }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null)
  const copy = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    setOutcome(null)
    copyText(text, currentTarget).then(
      () => setOutcome('copied'),
      () => setOutcome('refused'),
    )
  }
  const status = outcome === null ? '' : { copied, refused }[outcome]
  return (
    <span className={styles.copy}>
      <IconButton icon={outcome === 'copied' ? Check : Copy} label={label} onClick={copy} />
      {outcome === 'refused' ? <span role="status">{refused}</span> : null}
      {outcome === 'refused' ? null : (
        <VisuallyHidden>
          <span role="status">{status}</span>
        </VisuallyHidden>
      )}
    </span>
  )
}
