import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useId, useReducer, useRef, type Ref } from 'react'
import { classNames } from '../class-names.ts'
import { closeAfterLink } from '../close-after-link.ts'
import { useShui } from '../context.tsx'
import { Icon } from '../icon/icon.tsx'
import { fill } from '../labels.ts'
import { plainText, spokenText } from '../text/text-model.ts'
import { Text, TextWords } from '../text/text.tsx'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import { useModels } from '../use-model.ts'
import { countBadge } from './count-badge.tsx'
import { nextDropdown, type DropdownEvent } from './dropdown-state.ts'
import { hasChildren, isNavItem, isWithin, itemUrl, type NavItemModel } from './navigation-model.ts'
import styles from './top-navigation.module.css'
import { watchItem, watchPage } from './watch-item.ts'

export interface TopNavigationProps {
  navItems: readonly NavItemModel[]
  /** Names the landmark; the kit's word for "main" by default. */
  label?: string
  onAction?: (name: string) => void
}

export function TopNavigation({ navItems: given, label, onAction }: TopNavigationProps) {
  const { labels, locale } = useShui()
  const navItems = useModels('shui-top-navigation', isNavItem, given)
  const [open, send] = useReducer(nextDropdown, null)
  const navigation = useRef<HTMLElement>(null)
  const escaped = useRef(false)
  const isOpen = open !== null
  useEffect(() => {
    const element = navigation.current
    if (!isOpen || element === null) return
    return watchPage(element, send, () => {
      const toggle = element.querySelector<HTMLElement>('[aria-expanded="true"]')
      escaped.current = toggle?.parentElement?.contains(document.activeElement) ?? false
      if (escaped.current) toggle?.focus()
      send({ what: 'close' })
    })
  }, [isOpen])
  if (navItems.length === 0) return null
  return (
    <nav ref={navigation} aria-label={label ?? labels.mainNavigation}>
      <ul className={styles.top}>
        {navItems.map((item, index) => (
          <TopItem
            key={`${index}:${plainText(item.label, locale)}`}
            {...{ item, index, send, escaped, onAction }}
            open={open?.index === index}
          />
        ))}
      </ul>
    </nav>
  )
}

interface TopItemProps {
  item: NavItemModel
  index: number
  open: boolean
  send: (event: DropdownEvent) => void
  escaped: { current: boolean }
  onAction: TopNavigationProps['onAction']
}

function TopItem({ item, index, open, send, escaped, onAction }: TopItemProps) {
  const { labels, locale } = useShui()
  const id = useId()
  const element = useRef<HTMLLIElement>(null)
  const toggle = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const isLink = itemUrl(item) !== null
  const opens = hasChildren(item)
  const count = countBadge(item.count)
  useEffect(() => {
    const watched = element.current
    if (!opens || watched === null) return
    const stopWatching = watchItem(watched, (what) => send({ what, index }), escaped)
    const stopLinks = closeAfterLink(watched, () => {
      if (list.current?.contains(document.activeElement)) toggle.current?.focus()
      send({ what: 'close', index })
    })
    return () => {
      stopWatching()
      stopLinks()
    }
  }, [opens, index, send, escaped])
  return (
    <li ref={element} className={classNames(styles.item, isWithin(item) && styles.within)}>
      {isLink || !opens ? (
        <Text
          text={item.label}
          className={styles.link}
          current={item.active === true}
          after={count}
          onAction={onAction}
        />
      ) : null}
      {opens ? (
        <>
          <button
            ref={toggle}
            type="button"
            className={classNames(styles.toggle, !isLink && styles.wide)}
            aria-expanded={open}
            aria-controls={id}
            aria-current={item.active && !isLink ? 'page' : undefined}
            onClick={() => send({ what: 'toggle', index })}
          >
            {isLink ? (
              <VisuallyHidden>{fill(labels.moreIn, { label: spokenText(item.label, locale) })}</VisuallyHidden>
            ) : (
              <>
                <TextWords text={item.label} />
                {count}
              </>
            )}
            <Icon as={ChevronDown} size={14} className={styles.chevron} />
          </button>
          <Dropdown {...{ id, item, onAction }} ref={list} />
        </>
      ) : null}
    </li>
  )
}

interface DropdownProps {
  id: string
  item: NavItemModel
  ref: Ref<HTMLUListElement>
  onAction: TopNavigationProps['onAction']
}

function Dropdown({ id, item, ref, onAction }: DropdownProps) {
  const { locale } = useShui()
  return (
    <ul id={id} ref={ref} className={styles.dropdown}>
      {item.navItems?.map((child, index) => (
        <li key={`${index}:${plainText(child.label, locale)}`}>
          <Text
            text={child.label}
            className={styles.child}
            current={child.active === true}
            after={countBadge(child.count)}
            onAction={onAction}
          />
        </li>
      ))}
    </ul>
  )
}
