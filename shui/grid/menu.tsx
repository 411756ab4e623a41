import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { Icon, type IconShape } from '../icon/icon.tsx'
import { GridLink, type GridMove } from './grid-context.tsx'
import styles from './menu.module.css'
import { Panel } from './panel.tsx'

export interface MenuItem {
  label: string
  href: string
  active: boolean
}

export interface MenuProps {
  label: ReactNode
  icon?: IconShape
  title: string
  buttonName?: string
  className?: string
  items: readonly MenuItem[]
  move?: GridMove
}

export function Menu({ items, move, ...panel }: MenuProps) {
  return (
    <Panel {...panel} align="end">
      <ul>
        {items.map((item) => (
          <li key={item.href + item.label}>
            <GridLink
              href={item.href}
              move={move}
              className={styles.item}
              aria-current={item.active ? 'true' : undefined}
            >
              {item.label}
              {item.active ? <Icon as={Check} size={14} /> : null}
            </GridLink>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
