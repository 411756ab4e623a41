import type { ReactNode } from 'react'
import { closeAfterLink } from '../close-after-link.ts'
import { useShui } from '../context.tsx'
import { Header } from '../header/header.tsx'
import type { BrandModel, HeaderModel } from '../header/header.tsx'
import { PageNotices } from '../header/page-title.tsx'
import { LeftNavigation } from '../navigation/left-navigation.tsx'
import { MenuNavigation } from '../navigation/menu-navigation.tsx'
import type { NavGroupModel, NavItemModel } from '../navigation/navigation-model.ts'
import { TopNavigation } from '../navigation/top-navigation.tsx'
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
  /** Messages and notices, below the page's `PageTitle`. */
  messages?: ReactNode
  children?: ReactNode
  onAction?: (name: string) => void
}

/** Id of the last element of main: marks the complete page. */
export const pageEnd = 'page-end'

const menuId = 'shui-menu'
const mainId = 'main'

/**
 * The frame of every page: skip link, header, navigations, side area, main. On phones, navigation and side area are a
 * native popover opened by the header's button, without script.
 */
export function Frame(props: FrameProps) {
  const { labels } = useShui()
  const navItems = props.navItems ?? []
  const navGroups = props.navGroups ?? []
  // Does not fit a phone's header.
  const storeLink = props.header.storeLink ? { label: props.header.storeLink } : null
  const hasMenu = navItems.length > 0 || navGroups.length > 0 || Boolean(props.side)
  return (
    <div className={styles.frame}>
      <a className={skip.skip} href={`#${mainId}`}>
        {labels.skipToMain}
      </a>
      <Header
        brand={props.brand}
        model={props.header}
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
          <PageNotices value={props.messages}>{props.children}</PageNotices>
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
