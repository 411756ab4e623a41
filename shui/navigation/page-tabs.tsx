import tabStyles from '../tabs/tabs.module.css'
import { plainText } from '../text/text-model.ts'
import { useShui } from '../context.tsx'
import { NavLeaf } from './nav-leaf.tsx'
import type { NavGroupModel } from './navigation-model.ts'
import styles from './page-tabs.module.css'

interface PageTabsProps {
  navGroups: readonly NavGroupModel[]
  onAction: ((name: string) => void) | undefined
}

/** Tabs of the navigation item whose page is open, above the page. Navigation: no tab roles. */
export function PageTabs({ navGroups, onAction }: PageTabsProps) {
  const { locale } = useShui()
  const items = navGroups.flatMap(({ navItems }) => navItems)
  const item = items.find(({ tabs }) => tabs?.some(({ active }) => active))
  return item ? (
    <nav className={styles.tabs} aria-label={plainText(item.label, locale)}>
      <ul className={tabStyles.tabs}>
        {item.tabs?.map((tab, index) => (
          <li key={index}>
            <NavLeaf item={tab} className={tabStyles.tab} onAction={onAction} />
          </li>
        ))}
      </ul>
    </nav>
  ) : null
}
