import { useId, type ReactNode } from 'react'
import { Button } from '../button/button.tsx'
import { classNames } from '../class-names.ts'
import type { IconShape } from '../icon/icon.tsx'
import styles from './panel.module.css'

export interface PanelProps {
  /** On the button. */
  label: ReactNode
  icon?: IconShape
  title: string
  /** Accessible name of the button; must contain its visible text. */
  buttonName?: string
  className?: string
  /** A small button has a border, since it stands beside others. */
  size?: 'small' | 'normal'
  /** The edge of the button it aligns to. */
  align?: 'start' | 'end'
  children: ReactNode
}

/** A button with a floating panel: a native popover, so that Escape, click outside and focus work without script. */
export function Panel({
  label,
  icon,
  title,
  buttonName,
  className,
  size = 'normal',
  align = 'start',
  children,
}: PanelProps) {
  const id = useId()
  return (
    <span className={classNames(styles.anchor, className)}>
      <Button
        kind={size === 'small' ? 'secondary' : 'quiet'}
        size={size}
        icon={icon}
        popoverTarget={id}
        aria-label={buttonName}
      >
        <span>{label}</span>
      </Button>
      <div
        id={id}
        popover="auto"
        role="group"
        aria-label={title}
        className={classNames(styles.panel, align === 'end' && styles.end)}
      >
        {children}
      </div>
    </span>
  )
}
