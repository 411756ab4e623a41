import { classNames } from '../class-names.ts'
import { GridLink, useGrid } from './grid-context.tsx'
import type { GridModel, GridTab } from './grid-model.ts'
import tabStyles from '../tabs/tabs.module.css'
import styles from './grid-tabs.module.css'

/** Status tabs with counts and their subdivisions. Navigation: links without tab roles. */
export function GridTabs({ model }: { model: GridModel }) {
  const { say } = useGrid()
  const { tabs, title, tabsBeside } = model
  if (!tabs || tabs.length === 0) return null
  return (
    <nav className={styles.scroller} data-beside={tabsBeside ? '' : undefined} aria-label={say('byStatus', { title })}>
      <ul className={styles.tabs}>
        {tabs.map((tab) => (
          <li key={tab.id} className={styles.item}>
            <TabLink tab={tab} />
            {tab.children && tab.children.length > 0 ? (
              <ul className={styles.parts}>
                {tab.children.map((part) => (
                  <li key={part.id}>
                    <TabLink tab={part} />
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        ))}
      </ul>
    </nav>
  )
}

function TabLink({ tab }: { tab: GridTab }) {
  return (
    <GridLink
      ref={tab.active ? bringIntoSight : undefined}
      href={tab.href}
      className={tabStyles.tab}
      aria-current={tab.active ? 'page' : undefined}
    >
      {tab.label}
      {tab.count ? (
        <span className={classNames(tabStyles.count, tab.urgent && tabStyles.urgent)}>{tab.count}</span>
      ) : null}
    </GridLink>
  )
}

/** Scrolls the current tab into view if the tabs overflow, without scrolling the page. */
function bringIntoSight(link: Element | null) {
  const nav = link?.closest('nav')
  if (!nav || !link) return
  const tab = link.getBoundingClientRect()
  const { left, width } = nav.getBoundingClientRect()
  nav.scrollLeft += tab.left - left - (width - tab.width) / 2
}
