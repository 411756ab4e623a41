import type { ReactNode } from 'react'
import { closeAfterLink } from '../close-after-link.ts'
import { useShui } from '../context.tsx'
import { Header, isHeaderModel, type BrandModel, type HeaderModel } from '../header/header.tsx'
import { PageNotices } from '../header/page-title.tsx'
import { LeftNavigation } from '../navigation/left-navigation.tsx'
import { MenuNavigation } from '../navigation/menu-navigation.tsx'
import { isNavGroup, isNavItem, type NavGroupModel, type NavItemModel } from '../navigation/navigation-model.ts'
import { PageTabs } from '../navigation/page-tabs.tsx'
import { TopNavigation } from '../navigation/top-navigation.tsx'
import { useModel, useModels } from '../use-model.ts'
import styles from './frame.module.css'
import skip from './skip.module.css'

export interface FrameProps {
  brand?: BrandModel | null
  header: HeaderModel
  navItems?: readonly NavItemModel[] | null
  navGroups?: readonly NavGroupModel[] | null
  /** Name of the left navigation; must differ from the top one's. */
  sectionLabel?: string
  /** In the header: a `FindField`. */
  find?: ReactNode
  /** In the header, after the member's name. */
  headerEnd?: ReactNode
  /** A `SideArea`, below the left navigation. */
  side?: ReactNode
  /** Messages and notices: below the page's `PageTitle`, or first in main if the header has the title. */
  messages?: ReactNode
  children?: ReactNode
  onAction?: (name: string) => void
}

/** Id of the last element of main: marks the complete page. */
export const pageEnd = 'page-end'

const noItems: readonly never[] = []
const noHeader: HeaderModel = {}
const menuId = 'shui-menu'
const mainId = 'main'

/**
 * The frame of every page: skip link, header, navigations, side area, main. On phones, navigation and side area are a
 * native popover opened by the header's button, without script.
 */
export function Frame(props: FrameProps) {
  const { labels } = useShui()
  const navItems = useModels('shui-top-navigation', isNavItem, props.navItems ?? noItems)
  const navGroups = useModels('shui-left-navigation', isNavGroup, props.navGroups ?? noItems)
  const header = useModel('shui-header', isHeaderModel, props.header) ?? noHeader
  // Does not fit a phone's header.
  const storeLink = header.storeLink ? { label: header.storeLink } : null
  const hasTitle = Boolean(header.title)
  const hasMenu = navItems.length > 0 || navGroups.length > 0 || Boolean(props.side)
  return (
    <div className={styles.frame}>
      <a className={skip.skip} href={`#${mainId}`}>
        {labels.skipToMain}
      </a>
      <Header
        brand={props.brand}
        model={header}
        menuId={hasMenu ? menuId : undefined}
        find={props.find}
        end={props.headerEnd}
      >
        {navItems.length > 0 ? <TopNavigation navItems={navItems} onAction={props.onAction} /> : null}
      </Header>
      <div className={styles.body}>
        {hasMenu ? (
          <div id={menuId} ref={watchMenu} popover="auto" className={styles.side}>
            <div className={styles.phone}>
              <MenuNavigation navItems={storeLink ? [...navItems, storeLink] : navItems} onAction={props.onAction} />
            </div>
            <div className={styles.section}>
              <LeftNavigation navGroups={navGroups} label={props.sectionLabel} onAction={props.onAction} />
            </div>
            {props.side ? <div className={styles.last}>{props.side}</div> : null}
          </div>
        ) : null}
        <main id={mainId} className={styles.main} tabIndex={-1}>
          <PageTabs navGroups={navGroups} onAction={props.onAction} />
          {hasTitle ? props.messages : null}
          <PageNotices value={hasTitle ? null : props.messages}>{props.children}</PageNotices>
          <span id={pageEnd} hidden />
        </main>
      </div>
    </div>
  )
}

/** Closes the phone menu after client-side navigation. */
function watchMenu(menu: HTMLDivElement) {
  return closeAfterLink(menu, () => {
    if (menu.matches(':popover-open')) menu.hidePopover()
  })
}
