import { useKeyName } from '../use-key-name.ts'
import Search from 'lucide-react/icons/search'
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { startTimer } from '#lib/timers.ts'
import { Button } from '../button/button.tsx'
import { useShui } from '../context.tsx'
import { showModal } from '../dialog/show-modal.ts'
import { Icon } from '../icon/icon.tsx'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import type { FindFieldMenuProps } from './find-field.tsx'
import styles from './find-menu.module.css'
import type { FindGroupModel, FindModel, FindWords } from './find-model.ts'
import { FindRow } from './find-results.tsx'
import row from './find-results.module.css'
import { matchSteps, readSteps, type SelectionStep, type SelectionSteps } from './selection-steps.ts'

export interface FindMenuProps extends FindFieldMenuProps {
  words: FindWords
  /** The latest response; null before the first. */
  found: FindModel | null
  /** The last request failed; the menu offers a retry. */
  isLost: boolean
  onAsk: (q: string) => void
}

const askAfterMs = 120

/**
 * Search results while typing, over the page, preceded by steps for the selected rows. Arrows move, Enter opens, Escape
 * restores focus. Enter before the response, as from a scanner, opens its first row.
 */
export function FindMenu(props: FindMenuProps) {
  const { words, found, isLost, readTyped, isEntered, onAsk, onClose } = props
  const id = useId()
  const keyName = useKeyName()
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [selection, setSelection] = useState<SelectionSteps | null>(null)
  const steps = matchSteps(selection, found?.q ?? '')
  const { rows, chosen, choose } = useChoice(found, steps.length)
  const openAnswer = useEnterAhead({ found, text, list, isEntered })
  // Synchronously: a key pressed between rendering and opening would be lost.
  useLayoutEffect(() => {
    const menu = dialog.current
    if (menu === null) return
    setText(readTyped())
    setSelection(readSteps(document))
    const close = showModal(menu, field.current, onClose)
    const stopFollowing = closeOnClick(menu, onClose)
    return () => {
      stopFollowing()
      close()
    }
  }, [readTyped, onClose])
  useEffect(() => startTimer(() => onAsk(text), askAfterMs), [text, onAsk])
  useEffect(() => {
    chosenIn(list.current)?.scrollIntoView({ block: 'nearest' })
  })

  const askAgain = () => {
    field.current?.focus()
    onAsk(text)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') choose(chosen + 1)
    else if (event.key === 'ArrowUp') choose(chosen - 1)
    else if (event.key === 'Enter') openAnswer(onAsk)
    else return
    event.preventDefault()
  }
  return (
    <dialog ref={dialog} className={styles.menu} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        <VisuallyHidden>{words.label}</VisuallyHidden>
      </h2>
      <div className={styles.ask}>
        <Icon as={Search} size={20} />
        <input
          ref={field}
          role="combobox"
          aria-label={words.label}
          aria-expanded={rows > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={rows > 0 ? `${id}-${chosen}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={words.what}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={press}
        />
        <button type="button" className={styles.close} onClick={onClose}>
          {keyName('Escape')}
        </button>
      </div>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={words.label} className={styles.list}>
        {selection && steps.length > 0 ? (
          <Steps heading={selection.heading} q={found?.q ?? ''} onTake={onClose} {...{ steps, id, chosen }} />
        ) : null}
        <Options groups={found?.groups ?? []} q={found?.q ?? ''} from={steps.length} id={id} chosen={chosen} />
      </div>
      {isLost ? (
        <div className={styles.none}>
          <p>{words.lost}</p>
          <Button size="small" onClick={askAgain}>
            {words.again}
          </Button>
        </div>
      ) : found && rows === 0 ? (
        <p className={styles.none}>{words.none}</p>
      ) : null}
      <VisuallyHidden>
        <span role="status">{isLost ? words.lost : found?.q === text ? found.status : ''}</span>
      </VisuallyHidden>
      <p className={styles.keys} aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {words.choose}
        </span>
        <span>
          <kbd>{keyName('Enter')}</kbd> {words.open}
        </span>
        <span className={styles.hint}>{words.hint}</span>
      </p>
    </dialog>
  )
}

interface StepsProps {
  heading: string
  steps: readonly SelectionStep[]
  q: string
  id: string
  chosen: number
  onTake: () => void
}

/** Steps for the selected rows, listed first. */
function Steps({ heading, steps, q, id, chosen, onTake }: StepsProps) {
  const keyName = useKeyName()
  const take = (step: SelectionStep) => {
    onTake()
    // After the menu has closed and focus is back on the list, as if its button was pressed.
    setTimeout(step.take)
  }
  return (
    <div role="group" aria-label={heading}>
      <p className={row.heading} aria-hidden="true">
        {heading}
      </p>
      {steps.map((step, index) => (
        <button
          key={step.text}
          id={`${id}-${index}`}
          type="button"
          className={row.row}
          role="option"
          tabIndex={-1}
          aria-selected={index === chosen}
          onClick={() => take(step)}
        >
          <FindRow row={{ kind: 'step', text: step.text }} q={q} />
          {step.keys ? <kbd className={row.key}>{keyName(step.keys)}</kbd> : null}
        </button>
      ))}
    </div>
  )
}

interface OptionsProps {
  groups: readonly FindGroupModel[]
  q: string
  /** Number of preceding rows. */
  from: number
  id: string
  chosen: number
}

function Options({ groups, q, from, id, chosen }: OptionsProps) {
  const { Link } = useShui()
  const startOf = (group: number) => groups.slice(0, group).reduce((sum, { rows }) => sum + rows.length, from)
  return groups.map(({ heading, rows }, group) => (
    <div key={heading} role="group" aria-label={heading}>
      <p className={row.heading} aria-hidden="true">
        {heading}
      </p>
      {rows.map((each, place) => {
        const index = startOf(group) + place
        return (
          <Link
            key={each.href}
            id={`${id}-${index}`}
            href={each.href}
            className={row.row}
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
          >
            <FindRow row={each} q={q} />
          </Link>
        )
      })}
    </div>
  ))
}

/** The active row: the first of each response; wraps around. */
function useChoice(found: FindModel | null, before: number) {
  const rows = (found?.groups ?? []).reduce((sum, group) => sum + group.rows.length, before)
  const [choice, setChoice] = useState({ of: found, at: 0 })
  const chosen = choice.of === found ? choice.at : 0
  return { rows, chosen, choose: (at: number) => setChoice({ of: found, at: rows === 0 ? 0 : (at + rows) % rows }) }
}

interface EnterAhead {
  found: FindModel | null
  text: string
  list: RefObject<HTMLElement | null>
  /** Enter was pressed before the menu loaded. */
  isEntered: boolean
}

/** Opens the active row of the response for the current text, waiting for it if necessary. */
function useEnterAhead({ found, text, list, isEntered }: EnterAhead) {
  const isAwaited = useRef(isEntered)
  useEffect(() => {
    if (isEntered) isAwaited.current = true
  }, [isEntered])
  useEffect(() => {
    if (!isAwaited.current || found?.q !== text) return
    isAwaited.current = false
    chosenIn(list.current)?.click()
  }, [found, text, list])
  return (onAsk: (q: string) => void) => {
    if (found?.q === text) return chosenIn(list.current)?.click()
    isAwaited.current = true
    onAsk(text)
  }
}

/** Closes the menu after a link was followed, or on a click outside. */
function closeOnClick(menu: HTMLDialogElement, close: () => void): () => void {
  const listen = ({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    if (target === menu) return close()
    const isFollowed = target instanceof Element && target.closest('a') !== null && !ctrlKey && !metaKey && !shiftKey
    if (!isFollowed) return
    close()
    // Drop the restored focus: the next page starts at its heading.
    setTimeout(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  }
  menu.addEventListener('click', listen)
  return () => menu.removeEventListener('click', listen)
}

const chosenIn = (list: HTMLElement | null) => list?.querySelector<HTMLElement>('[aria-selected="true"]')
