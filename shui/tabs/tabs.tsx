import { useShui } from '../context.tsx'
import { classNames } from '../class-names.ts'
import { Text } from '../text/text.tsx'
import { plainText } from '../text/text-model.ts'
import type { TextInput } from '../text/text-model.ts'
import styles from './tabs.module.css'

/** A tab is a link to the same list seen otherwise: its label has a `NAV` action. */
export interface TabModel {
  label: TextInput
  /** Already formatted. */
  count?: string | null
  active?: boolean
  /** Draws the count in the colour of what must be done now. */
  urgent?: boolean
}

export interface TabsProps {
  tabs: readonly TabModel[]
  /** Names the landmark: "Orders by status". */
  label: string
}

/** Links between views of one list, each with its count. They are navigation: no tab roles, each has its URL. */
export function Tabs({ tabs, label }: TabsProps) {
  const { locale } = useShui()
  if (tabs.length === 0) return null
  return (
    <nav className={styles.scroller} aria-label={label}>
      <ul className={styles.tabs}>
        {tabs.map((tab) => (
          <li key={plainText(tab.label, locale)}>
            <Text
              text={tab.label}
              className={styles.tab}
              current={tab.active === true}
              after={
                tab.count ? (
                  <span className={classNames(styles.count, tab.urgent && styles.urgent)}>{tab.count}</span>
                ) : null
              }
            />
          </li>
        ))}
      </ul>
    </nav>
  )
}
