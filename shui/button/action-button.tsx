import type { MouseEvent } from 'react'
import { classNames } from '../class-names.ts'
import { Text } from '../text/text.tsx'
import type { TextInput } from '../text/text-model.ts'
import type { ButtonKind } from './button.tsx'
import styles from './button.module.css'

export interface ActionButtonProps {
  /** The text's action determines the element: `NAV` a link, `OPERATION` a button. */
  text: TextInput
  kind?: ButtonKind
  size?: 'small' | 'normal'
  /** Applies to buttons only. */
  disabled?: boolean
  onAction?: (name: string) => void
  onFire?: (event: MouseEvent) => void
}

/** A text display model with an action, rendered as a button; plain text if the action is not allowed. */
export function ActionButton({ text, kind = 'secondary', size = 'normal', ...rest }: ActionButtonProps) {
  const names = classNames(styles.button, styles[kind], size === 'small' && styles.small)
  return <Text text={text} actionClassName={names} {...rest} />
}
