import ArrowDownUp from 'lucide-react/icons/arrow-down-up'
import CircleAlert from 'lucide-react/icons/circle-alert'
import X from 'lucide-react/icons/x'
import { moveFocusOnRemoval } from '#shui/focus.ts'
import { Icon } from '#shui/icon/icon.tsx'
import { GridLink, useGrid, GridForm } from './grid-context.tsx'
import { GridFilters } from './grid-filters.tsx'
import type { GridModel } from './grid-model.ts'
import styles from './grid-toolbar.module.css'
import { Menu } from './menu.tsx'
import Search from 'lucide-react/icons/search'
import { useEffect, useRef } from 'react'
import { VisuallyHidden } from '#shui/text/visually-hidden.tsx'

export function GridToolbar({ model }: { model: GridModel }) {
  return (
    <div className={styles.bar}>
      <GridSearch model={model} />
      <GridChips model={model} />
      <GridFilters model={model} />
      <GridSorting model={model} />
      {(model.problems ?? []).map((problem) => (
        <p key={problem} className={styles.problem}>
          <Icon as={CircleAlert} size={14} />
          {problem}
        </p>
      ))}
    </div>
  )
}

/** Moves focus from the last removed chip to the add button. */
const passOn = (item: Element | null) => () => moveFocusOnRemoval(item, item?.parentElement?.nextElementSibling)

function GridChips({ model: { chips, clearHref } }: { model: GridModel }) {
  const { say } = useGrid()
  if (chips.length === 0) return null
  return (
    <ul className={styles.chips} aria-label={say('filters')}>
      {chips.map((chip, index) => (
        // By index: removing one focuses the next.
        <li key={index} ref={passOn}>
          <GridLink
            href={chip.removeHref}
            className={styles.chip}
            aria-label={say('removeFilter', { filter: chip.label })}
          >
            <span dir="auto">{chip.label}</span>
            <Icon as={X} size={12} />
          </GridLink>
        </li>
      ))}
      {clearHref && chips.length > 1 ? (
        <li ref={passOn}>
          <GridLink href={clearHref} className={styles.clear}>
            {say('clearFilters')}
          </GridLink>
        </li>
      ) : null}
    </ul>
  )
}

function GridSorting({ model: { sorting } }: { model: GridModel }) {
  const { say } = useGrid()
  if (!sorting) return null
  const name = say('sortedBy', { order: sorting.text })
  return (
    <Menu
      className={styles.sorting}
      label={sorting.text}
      icon={ArrowDownUp}
      buttonName={name}
      title={name}
      items={sorting.options}
    />
  )
}

/** The search box. Follows the URL, also on Back and Forward, but keeps unsent input. */
function GridSearch({ model }: { model: GridModel }) {
  const { say } = useGrid()
  const input = useRef<HTMLInputElement>(null)
  const value = model.search?.value ?? ''
  const unsent = useRef(false)
  useEffect(() => {
    const field = input.current
    if (!field) return
    const typed = field.value.trim()
    if (unsent.current && field === document.activeElement && typed !== '' && typed !== value) return
    unsent.current = false
    if (typed !== value) field.value = value
  }, [value])
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    input.current?.form?.addEventListener('submit', () => void (unsent.current = false), { signal })
    // Going back before the answer drops a search that was sent; the rows, and so `value`, may stay the same.
    const drop = () => {
      if (input.current && !unsent.current) input.current.value = value
    }
    window.addEventListener('popstate', drop, { signal })
    return () => stop.abort()
  }, [value])
  if (!model.search) return null
  return (
    <GridForm
      path={model.path}
      fields={model.fields}
      without={(name) => name === 'q'}
      role="search"
      className={styles.search}
    >
      <Icon as={Search} />
      <input
        ref={input}
        type="search"
        name="q"
        defaultValue={value}
        placeholder={model.search.placeholder}
        aria-label={say('search')}
        aria-keyshortcuts="/"
        maxLength={200}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => {
          unsent.current = event.target.value.trim() !== value
          // Clearing by the field's own button submits.
          if (event.target.value === '' && value !== '') event.target.form?.requestSubmit()
        }}
      />
      <kbd aria-hidden="true">/</kbd>
      <button type="submit" tabIndex={-1}>
        <VisuallyHidden>{say('search')}</VisuallyHidden>
      </button>
    </GridForm>
  )
}
