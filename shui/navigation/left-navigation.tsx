import { useId } from 'react'
import { useShui } from '../context.tsx'
import { Text } from '../text/text.tsx'
import { plainText } from '../text/text-model.ts'
import { useModels } from '../use-model.ts'
import { NavLeaf } from './nav-leaf.tsx'
import { isNavGroup, type NavGroupModel, type NavItemModel } from './navigation-model.ts'
import styles from './left-navigation.module.css'

export interface LeftNavigationProps {
  navGroups: readonly NavGroupModel[]
  /** Names the landmark; the kit's word for "section" by default. */
  label?: string
  onAction?: (name: string) => void
}

/** Link groups with one nested level. The current item is marked by shape, weight and `aria-current`. */
export function LeftNavigation({ navGroups: given, label, onAction }: LeftNavigationProps) {
  const { labels, locale } = useShui()
  const navGroups = useModels('shui-left-navigation', isNavGroup, given)
  if (navGroups.length === 0) return null
  return (
    <nav className={styles.left} aria-label={label ?? labels.sectionNavigation}>
      {navGroups.map((group, index) => (
        <NavGroup key={`${index}:${plainText(group.heading, locale)}`} group={group} onAction={onAction} />
      ))}
    </nav>
  )
}

function NavGroup({ group, onAction }: { group: NavGroupModel; onAction: LeftNavigationProps['onAction'] }) {
  const id = useId()
  return (
    <div>
      <h2 id={id} className={styles.heading}>
        <Text text={group.heading} />
      </h2>
      <NavList items={group.navItems} labelledBy={id} onAction={onAction} />
    </div>
  )
}

interface NavListProps {
  items: readonly NavItemModel[]
  labelledBy?: string
  onAction: LeftNavigationProps['onAction']
  nested?: boolean
}

function NavList({ items, labelledBy, onAction, nested = false }: NavListProps) {
  const { locale } = useShui()
  return (
    <ul className={nested ? styles.nested : undefined} aria-labelledby={labelledBy}>
      {items.map((item, index) => (
        <li key={`${index}:${plainText(item.label, locale)}`}>
          <NavLeaf item={item} className={styles.item} onAction={onAction} />
          {!nested && item.navItems && item.navItems.length > 0 ? (
            <NavList items={item.navItems} nested onAction={onAction} />
          ) : null}
        </li>
      ))}
    </ul>
  )
}
