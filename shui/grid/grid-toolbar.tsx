import ArrowDownUp from 'lucide-react/icons/arrow-down-up'
import CircleAlert from 'lucide-react/icons/circle-alert'
import X from 'lucide-react/icons/x'
import { moveFocusOnRemoval } from '../focus.ts'
import { Icon } from '../icon/icon.tsx'
import { GridLink, useGrid } from './grid-context.tsx'
import { GridFilters } from './grid-filters.tsx'
import type { GridModel } from './grid-model.ts'
import { GridSearch } from './grid-search.tsx'
import styles from './grid-toolbar.module.css'
import { Menu } from './menu.tsx'

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
