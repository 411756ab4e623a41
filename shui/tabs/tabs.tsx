import { useShui } from '../context.tsx'
import { classNames } from '../class-names.ts'
import { isString, optional, shape } from '../model-shape.ts'
import { isText } from '../text/read-text.ts'
import { Text } from '../text/text.tsx'
import { plainText, type TextInput } from '../text/text-model.ts'
import { useModels } from '../use-model.ts'
import styles from './tabs.module.css'

/** A link to another view of the list: its label has a `NAV` action. */
export interface TabModel {
  label: TextInput
  /** Already formatted. */
  count?: string | null
  active?: boolean
  /** Emphasises the count. */
  urgent?: boolean
}

export interface TabsProps {
  tabs: readonly TabModel[]
  /** Names the landmark: "Orders by status". */
  label: string
}

const isTab = shape({ label: isText, count: optional(isString) })

/** Links between views of one list, with counts. Navigation: no tab roles. */
export function Tabs({ tabs: given, label }: TabsProps) {
  const { locale } = useShui()
  const tabs = useModels('shui-tabs', isTab, given)
  if (tabs.length === 0) return null
  return (
    <nav className={styles.row} aria-label={label}>
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
