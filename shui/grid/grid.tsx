import ArrowUp from 'lucide-react/icons/arrow-up'
import {
  useCallback,
  useMemo,
  useRef,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  type ChangeEvent,
  type MouseEvent,
} from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import { useModel } from '../use-model.ts'
import { GridProvider, type GridServices } from './grid-context.tsx'
import { GridFoot } from './grid-foot.tsx'
import { GridHead } from './grid-head.tsx'
import { GridHelp } from './grid-help.tsx'
import type { GridModel, GridEmpty } from './grid-model.ts'
import { isGrid } from './grid-shape.ts'
import { GridSelection } from './grid-selection.tsx'
import { GridTable } from './grid-table.tsx'
import { GridTabs } from './grid-tabs.tsx'
import { GridToolbar } from './grid-toolbar.tsx'
import type { GridSay } from './grid-words.ts'
import styles from './grid.module.css'
import { noSelection, type Selection, pageSelection, select } from './selection.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { useSelection } from './use-selection.ts'
import Inbox from 'lucide-react/icons/inbox'
import SearchX from 'lucide-react/icons/search-x'
import { ButtonLink } from '../button/button.tsx'
import { Empty } from '../empty/empty.tsx'

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

function GridEmptyState({ empty }: { empty: GridEmpty }) {
  return (
    <Empty title={empty.title} hint={empty.hint} icon={empty.kind === 'nothing' ? Inbox : SearchX}>
      {empty.actions.length > 0
        ? empty.actions.map(({ label, href, primary }) => (
            <ButtonLink key={href} href={href} kind={primary ? 'primary' : 'secondary'}>
              {label}
            </ButtonLink>
          ))
        : null}
    </Empty>
  )
}

interface GridBoxesOptions {
  root: RefObject<HTMLElement | null>
  pageKeys: readonly string[]
  selection: Selection
  onChange: (selection: Selection) => void
}

/**
 * Connects the row checkboxes to the selection. Boxes are updated only where they differ, so that selecting rerenders
 * no row. Shift selects a range.
 */
function useGridBoxes({ root, pageKeys, selection, onChange }: GridBoxesOptions) {
  const present = useRef({ pageKeys, selection, onChange, last: -1, shift: false })
  useLayoutEffect(() => {
    Object.assign(present.current, { pageKeys, selection, onChange })
    for (const box of boxesIn(root.current, 'tbody input[name=keys]'))
      box.checked = selection.all || selection.keys.includes(box.value)
    const state = pageSelection(selection, pageKeys)
    for (const box of boxesIn(root.current, 'input[data-page]')) {
      box.checked = state === 'all'
      box.indeterminate = state === 'some'
    }
  }, [root, pageKeys, selection, onChange])

  const onSelectClick = useCallback((event: MouseEvent) => {
    present.current.shift = event.shiftKey
  }, [])
  const onSelect = useCallback((event: ChangeEvent<HTMLInputElement>) => {
    const now = present.current
    const { checked, value, dataset } = event.target
    if (dataset.page !== undefined) {
      now.onChange(select(now.selection, now.pageKeys, checked, now.pageKeys))
      return
    }
    const at = now.pageKeys.indexOf(value)
    const from = now.shift && now.last >= 0 ? now.last : at
    const keys = now.pageKeys.slice(Math.min(from, at), Math.max(from, at) + 1)
    Object.assign(now, { last: at, shift: false })
    now.onChange(select(now.selection, keys, checked, now.pageKeys))
  }, [])
  return { onSelect, onSelectClick }
}

const boxesIn = (root: HTMLElement | null, selector: string) => root?.querySelectorAll<HTMLInputElement>(selector) ?? []
