import ArrowUp from 'lucide-react/icons/arrow-up'
import { useCallback, useMemo, useRef, type ReactNode, type RefObject } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import { useModel } from '../use-model.ts'
import { GridProvider, type GridServices } from './grid-context.tsx'
import { GridEmptyState } from './grid-empty.tsx'
import { GridFoot } from './grid-foot.tsx'
import { GridHead } from './grid-head.tsx'
import { GridHelp } from './grid-help.tsx'
import type { GridModel } from './grid-model.ts'
import { isGrid } from './grid-shape.ts'
import { GridSelection } from './grid-selection.tsx'
import { GridTable } from './grid-table.tsx'
import { GridTabs } from './grid-tabs.tsx'
import { GridToolbar } from './grid-toolbar.tsx'
import type { GridSay } from './grid-words.ts'
import styles from './grid.module.css'
import { noSelection, type Selection } from './selection.ts'
import { useGridBoxes } from './use-grid-boxes.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { useSelection } from './use-selection.ts'

export interface GridProps {
  model: GridModel
  /** The grid's texts in the reader's language, such as `sayInEnglish`. Needs a stable identity. */
  say: GridSay
  /** Navigates without a new document; without it, native links and forms are used. */
  navigate?: GridServices['navigate']
  /** Sends an inline edit. Needs a stable identity. */
  edit?: GridServices['edit']
  /** Performs `inPlace` actions. Needs a stable identity. */
  act?: GridServices['act']
  /** New rows are loading. */
  busy?: boolean
  /** Takes the keys pressed before these rows were shown; null while others are loading. Give it a stable identity. */
  early?: (() => readonly string[]) | null
  /** Announced to screen readers when it changes: "Results updated". */
  announcement?: ReactNode
  /** Set if the list is outdated: the number of new rows, or null, and the function that shows them. */
  behind?: { more: number | null; onShow: () => void } | null
  ref?: RefObject<HTMLElement | null>
  /** Initial selection; the tab's own one replaces it. */
  selection?: Selection
}

/**
 * A list with heading, tabs, search, filters, rows, totals and paging. Stateless except for selection and focused row:
 * everything else is in the URL, so that Back, reload and shared links show the same. Needs the full width of `main`.
 */
export function Grid(props: GridProps) {
  const model = useModel('shui-grid', isGrid, props.model)
  return model ? <ValidGrid {...props} model={model} /> : null
}

function ValidGrid({
  model,
  say,
  navigate = null,
  edit = null,
  act = null,
  busy,
  early,
  announcement,
  behind = null,
  ref,
  selection: initial,
}: GridProps) {
  const own = useRef<HTMLElement>(null)
  const root = ref ?? own
  const help = useRef<HTMLDialogElement>(null)
  const [selection, changeSelection] = useSelection({ path: model.path, match: model.match, initial })
  const pageKeys = useMemo(() => model.rows.map((row) => row.key), [model.rows])
  const boxes = useGridBoxes({ root, pageKeys, selection, onChange: changeSelection })
  const openHelp = useCallback(() => help.current?.showModal(), [])
  const clearSelection = useCallback(() => changeSelection(noSelection), [changeSelection])
  const [single, setSingle] = useGridKeys({ root, onHelp: openHelp, onClearSelection: clearSelection, early })
  const services = useMemo(() => ({ say, navigate, edit, act }), [say, navigate, edit, act])
  const selectable = !model.empty && Boolean(model.actions?.length)
  const isSelected = (key: string) => Boolean(initial && (initial.all || initial.keys.includes(key)))
  return (
    <GridProvider value={services}>
      <section ref={root} className={styles.grid} aria-label={model.title}>
        <GridHead model={model} />
        <GridTabs model={model} />
        <GridToolbar model={model} />
        <div className={styles.behind} role="status">
          {behind ? (
            <button type="button" className={styles.show} onClick={behind.onShow}>
              <Icon as={ArrowUp} size={14} /> {behind.more ? say('showMore', { n: behind.more }) : say('showNow')}
            </button>
          ) : null}
        </div>
        {/* The boxes belong to this form: without script its buttons submit them. */}
        <form method="get" className={classNames(styles.results, busy && styles.busy)} aria-busy={busy === true}>
          {/* Enter in a box must not trigger an action: this disabled button is the form's default. */}
          <input type="submit" disabled hidden />
          {model.empty ? (
            <GridEmptyState empty={model.empty} />
          ) : (
            <GridTable model={model} selectable={selectable} isSelected={isSelected} {...boxes} />
          )}
          <GridFoot model={model} onHelp={openHelp}>
            {selectable ? (
              <GridSelection model={model} pageKeys={pageKeys} selection={selection} onChange={changeSelection} />
            ) : null}
          </GridFoot>
        </form>
        <VisuallyHidden>
          <span role="status">{announcement}</span>
        </VisuallyHidden>
        <GridHelp actions={model.actions ?? []} dialog={help} single={single} onSingle={setSingle} />
      </section>
    </GridProvider>
  )
}
