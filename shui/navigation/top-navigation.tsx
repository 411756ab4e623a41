import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId } from 'react'
import { classNames } from '../class-names.ts'
import { useShui } from '../context.tsx'
import { Icon } from '../icon/icon.tsx'
import { fill } from '../labels.ts'
import { Text } from '../text/text.tsx'
import { plainText } from '../text/text-model.ts'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import { CountBadge } from './count-badge.tsx'
import { hasChildren, isWithin, itemUrl } from './navigation-model.ts'
import type { NavItemModel } from './navigation-model.ts'
import styles from './top-navigation.module.css'

export type TopNavigationProps = {
  navItems: readonly NavItemModel[]
  /** Names the landmark; the kit's word for "main" by default. */
  label?: string
}

/** The primary items, each with an optional dropdown of secondary ones. */
export function TopNavigation({ navItems, label }: TopNavigationProps) {
  const { labels, locale } = useShui()
  if (navItems.length === 0) return null
  return (
    <nav aria-label={label ?? labels.mainNavigation}>
      <ul className={styles.top}>
        {navItems.map((item, index) => (
          <TopItem key={`${index}:${plainText(item.label, locale)}`} item={item} open={false} />
        ))}
      </ul>
    </nav>
  )
}

function TopItem({ item, open }: { item: NavItemModel; open: boolean }) {
  const { labels, locale } = useShui()
  const id = useId()
  const isLink = itemUrl(item) !== null
  const words = plainText(item.label, locale)
  return (
    <li className={classNames(styles.item, isWithin(item) && styles.within)}>
      {isLink ? <Text text={item.label} className={styles.link} current={item.active === true} /> : null}
      {hasChildren(item) ? (
        <>
          <button
            type="button"
            className={classNames(styles.toggle, !isLink && styles.wide)}
            aria-expanded={open}
            aria-controls={id}
          >
            {isLink ? <VisuallyHidden>{fill(labels.moreIn, { label: words })}</VisuallyHidden> : words}
            <Icon as={ChevronDown} size={14} className={styles.chevron} />
          </button>
          <ul id={id} className={styles.dropdown}>
            {item.navItems?.map((child, index) => (
              <li key={`${index}:${plainText(child.label, locale)}`}>
                <Text
                  text={child.label}
                  className={styles.child}
                  current={child.active === true}
                  after={child.count ? <CountBadge count={child.count} /> : null}
                />
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </li>
  )
}
