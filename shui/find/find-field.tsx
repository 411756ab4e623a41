import { useKeyName } from '../use-key-name.ts'
import Search from 'lucide-react/icons/search'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ComponentType, SyntheticEvent } from 'react'
import { focusOrHeading } from '../focus.ts'
import { Icon } from '../icon/icon.tsx'
import { useLoaded } from '../use-loaded.ts'
import styles from './find-field.module.css'

export interface FindFieldMenuProps {
  /** Text typed before the menu was loaded. */
  readTyped: () => string
  /** Enter was pressed before the menu was loaded: open the first result. */
  isEntered: boolean
  onClose: () => void
}

export interface FindFieldProps {
  /** Where the form leads without script: a page that answers `q`. */
  action: string
  /** Names the field, and stands in it while it is empty. */
  label: string
  /** Loads the menu, a `FindMenu` with its answers, when it is first wanted. Must keep its identity. */
  loadMenu: () => Promise<{ Menu: ComponentType<FindFieldMenuProps> }>
}

/**
 * "Find or go to" in the header: a search form that leads to a page, and with script a menu of what is found while one
 * types. Ctrl K or Cmd K opens it from anywhere; its code is loaded when it is first wanted.
 */
export function FindField({ action, label, loadMenu }: FindFieldProps) {
  const form = useRef<HTMLFormElement>(null)
  const keyName = useKeyName()
  const field = useRef<HTMLInputElement>(null)
  const before = useRef<Element | null>(null)
  const [isMeant, setMeant] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [isEntered, setEntered] = useState(false)
  // Where the menu cannot be had, the page does the same.
  const leave = useCallback(() => {
    setMeant(false)
    if (isOpen) form.current?.submit()
  }, [isOpen])
  const menu = useLoaded(loadMenu, isMeant || isOpen, leave)
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      if (document.querySelector('dialog:modal') !== null) return
      // What is typed until the menu is there is not lost.
      before.current = document.activeElement
      field.current?.focus()
      setOpen(true)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  useEffect(() => {
    if (isOpen || before.current === null) return
    if (document.activeElement === field.current) focusOrHeading(before.current)
    before.current = null
  }, [isOpen])
  // The menu has read it.
  useLayoutEffect(() => {
    if (menu && isOpen && field.current) field.current.value = ''
  }, [menu, isOpen])
  const readTyped = useCallback(() => field.current?.value ?? '', [])
  const close = useCallback(() => {
    setOpen(false)
    setEntered(false)
  }, [])
  const open = (event: SyntheticEvent) => {
    setOpen(true)
    if (event.type !== 'submit') return
    event.preventDefault()
    setEntered(readTyped() !== '')
  }
  // Preload the menu's code on hover or focus.
  const mean = () => setMeant(true)
  const meant = { onPointerEnter: mean, onFocus: mean }
  return (
    <form ref={form} action={action} role="search" aria-label={label} className={styles.find} onSubmit={open}>
      <button type="submit" {...meant} className={styles.button} aria-label={label}>
        <Icon as={Search} size={20} />
      </button>
      <span className={styles.box}>
        <Icon as={Search} size={14} className={styles.icon} />
        <input
          {...meant}
          ref={field}
          name="q"
          type="search"
          autoComplete="off"
          maxLength={200}
          placeholder={label}
          aria-label={label}
          aria-keyshortcuts="Control+K Meta+K"
          className={styles.input}
          // The menu takes over the typed text.
          onInput={open}
          onClick={open}
          onKeyDown={(event) => event.key === 'ArrowDown' && open(event)}
        />
        <kbd className={styles.key} aria-hidden="true">
          {keyName('Control+K')}
        </kbd>
      </span>
      {menu && isOpen ? <menu.Menu {...{ readTyped, isEntered }} onClose={close} /> : null}
    </form>
  )
}
