import { classNames } from '../class-names.ts'
import { Text } from '../text/text.tsx'
import type { TextInput } from '../text/text-model.ts'
import styles from './status.module.css'

export type StatusTone = 'neutral' | 'good' | 'warn' | 'bad'

export interface StatusProps {
  tone?: StatusTone
  /** The state in words: colour is never the only indicator. */
  text: TextInput
}

export function Status({ tone = 'neutral', text }: StatusProps) {
  return (
    <span className={classNames(styles.status, typeof tone === 'string' && styles[tone])}>
      <Text text={text} />
    </span>
  )
}
