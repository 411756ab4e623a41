import type { ComponentType, SVGProps } from 'react'
import { classNames } from '../class-names.ts'
import styles from './icon.module.css'

/** A single icon of lucide: `import Truck from 'lucide-react/icons/truck'`. */
export type IconShape = ComponentType<SVGProps<SVGSVGElement> & { size?: string | number }>

export interface IconProps {
  as: IconShape
  /** In CSS pixels, 16 by default; it grows with the text. */
  size?: 12 | 14 | 16 | 20 | 24
  /** Required for a standalone icon; decorative by default. */
  label?: string
  className?: string
}

export function Icon({ as: Shape, size = 16, label, className }: IconProps) {
  const names = classNames(styles.icon, className)
  if (label === undefined) return <Shape className={names} size={size} aria-hidden="true" />
  return <Shape className={names} size={size} role="img" aria-label={label} />
}
