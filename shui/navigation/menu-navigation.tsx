import ChevronDown from 'lucide-react/icons/chevron-down'
import { Fragment } from 'react'
import { classNames } from '../class-names.ts'
import { useShui } from '../context.tsx'
import { Icon } from '../icon/icon.tsx'
import { TextWords } from '../text/text.tsx'
import { plainText } from '../text/text-model.ts'
import { countBadge } from './count-badge.tsx'
import { NavLeaf } from './nav-leaf.tsx'
import { hasChildren, isWithin, itemUrl, type NavItemModel } from './navigation-model.ts'
import styles from './menu-navigation.module.css'

export interface MenuNavigationProps {
  navItems: readonly NavItemModel[]
  onAction?: (name: string) => void
}

interface ItemProps {
  item: NavItemModel
  onAction: MenuNavigationProps['onAction']
}

/** The whole navigation as an accordion for the phone menu, with the current section open. Works without script. */
export function MenuNavigation({ navItems, onAction }: MenuNavigationProps) {
  const { labels, locale } = useShui()
  if (navItems.length === 0) return null
  return (
    <nav aria-label={labels.mainNavigation}>
      <ul className={styles.menu}>
        {navItems.map((item, index) => (
          <li key={`${index}:${plainText(item.label, locale)}`}>
            {hasChildren(item) || item.navGroups ? (
              <Section item={item} onAction={onAction} />
            ) : (
              <NavLeaf className={styles.item} item={item} onAction={onAction} />
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** An item with children: its own page is the first entry unless a child links to it. */
function Section({ item, onAction }: ItemProps) {
  const { locale } = useShui()
  const url = itemUrl(item)
  const groups = item.navGroups ?? [{ heading: item.label, navItems: item.navItems ?? [] }]
  const needsOwn = url !== null && !groups.some(({ navItems }) => navItems.some((child) => itemUrl(child) === url))
  return (
    <details className={styles.section} open={isWithin(item)}>
      <summary
        className={classNames(styles.item, isWithin(item) && styles.within)}
        aria-current={item.active && url === null ? 'page' : undefined}
      >
        <TextWords text={item.label} />
        {countBadge(item.count)}
        <Icon as={ChevronDown} className={styles.chevron} />
      </summary>
      <ul className={styles.nested}>
        {needsOwn ? (
          <li>
            <NavLeaf
              className={styles.item}
              item={{ label: item.label, active: item.active === true }}
              onAction={onAction}
            />
          </li>
        ) : null}
        {groups.map((group, index) => (
          <Fragment key={`${index}:${plainText(group.heading, locale)}`}>
            {index === 0 ? null : (
              <li className={styles.heading}>
                <TextWords text={group.heading} />
              </li>
            )}
            <Leaves items={group.navItems} onAction={onAction} />
          </Fragment>
        ))}
      </ul>
    </details>
  )
}

interface LeavesProps {
  items: readonly NavItemModel[]
  onAction: MenuNavigationProps['onAction']
}

function Leaves({ items, onAction }: LeavesProps) {
  const { locale } = useShui()
  return items.map((child, index) => (
    <li key={`${index}:${plainText(child.label, locale)}`}>
      <NavLeaf className={styles.item} item={child} onAction={onAction} />
      {hasChildren(child) ? (
        <ul className={styles.deep}>
          <Leaves items={child.navItems ?? []} onAction={onAction} />
        </ul>
      ) : null}
    </li>
  ))
}
