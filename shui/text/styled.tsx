import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import type { ReactNode } from 'react'
import type { TextStyle } from '#lib/text-style.ts'
import { Icon } from '../icon/icon.tsx'
import styles from './text.module.css'

/** Wraps its children in one element per style. `styles` come from `nestStyles`: outermost first. */
export function Styled({ styles: given, children }: { styles: readonly TextStyle[]; children: ReactNode }): ReactNode {
  return given.reduceRight<ReactNode>((inner, style) => wrap(style, inner), children)
}

function wrap(style: TextStyle, inner: ReactNode): ReactNode {
  switch (style) {
    case 'DEFAULT':
      return inner
    case 'BOLD':
      return <strong>{inner}</strong>
    case 'EMPHASIS':
      return <em>{inner}</em>
    case 'ITALIC':
      return <i>{inner}</i>
    case 'STRIKETHROUGH':
      return <s>{inner}</s>
    case 'HIGHLIGHT':
      return <mark className={styles.highlight}>{inner}</mark>
    case 'SUPERSCRIPT':
      return <sup>{inner}</sup>
    case 'SUBSCRIPT':
      return <sub>{inner}</sub>
    case 'POSITIVE':
      return (
        <span className={styles.positive}>
          <Icon as={CircleCheck} size={14} className={styles.sign} />
          {inner}
        </span>
      )
    case 'NEGATIVE':
      return (
        <span className={styles.negative}>
          <Icon as={CircleAlert} size={14} className={styles.sign} />
          {inner}
        </span>
      )
  }
}
