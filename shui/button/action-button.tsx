import type { MouseEvent } from 'react'
import { classNames } from '../class-names.ts'
import { Text } from '../text/text.tsx'
import type { TextInput } from '../text/text-model.ts'
import type { ButtonKind } from './button.tsx'
import styles from './button.module.css'

export interface ActionButtonProps {
  /** A text whose action is what the button does: `NAV` a link, `OPERATION` a button. */
  text: TextInput
  kind?: ButtonKind
  size?: 'small' | 'normal'
  /** For a button, not a link. */
  disabled?: boolean
  onAction?: (name: string) => void
  /** Called when it is used, whichever it is. */
  onFire?: (event: MouseEvent) => void
}

/** A text display model with an action, drawn as a button. Plain text where the action may not be followed. */
export function ActionButton({ text, kind = 'secondary', size = 'normal', ...rest }: ActionButtonProps) {
  const names = classNames(styles.button, styles[kind], size === 'small' && styles.small)
  return <Text text={text} actionClassName={names} {...rest} />
}
