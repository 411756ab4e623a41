import tabStyles from '../tabs/tabs.module.css'
import { Text } from '../text/text.tsx'
import { plainText } from '../text/text-model.ts'
import { useShui } from '../context.tsx'
import { countBadge } from './count-badge.tsx'
import type { NavGroupModel, NavItemModel } from './navigation-model.ts'
import styles from './page-tabs.module.css'

interface PageTabsProps {
  navGroups: readonly NavGroupModel[]
  onAction?: (name: string) => void
}

/** Tabs of the navigation item whose page is open, above the page. Navigation: no tab roles. */
export function PageTabs({ navGroups, onAction }: PageTabsProps) {
  const { locale } = useShui()
  const item = navGroups.flatMap(({ navItems }) => navItems).find(hasOpenTab)
  if (!item?.tabs) return null
  return (
    <nav className={styles.tabs} aria-label={plainText(item.label, locale)}>
      <ul className={tabStyles.tabs}>
        {item.tabs.map((tab) => (
          <li key={plainText(tab.label, locale)}>
            <Text
              text={tab.label}
              className={tabStyles.tab}
              current={tab.active === true}
              after={countBadge(tab.count)}
              onAction={onAction}
            />
          </li>
        ))}
      </ul>
    </nav>
  )
}

const hasOpenTab = ({ tabs }: NavItemModel): boolean =>
  (tabs?.length ?? 0) > 1 && tabs?.some(({ active }) => active) === true
