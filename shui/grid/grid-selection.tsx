import X from 'lucide-react/icons/x'
import { useRef, useState, type MouseEvent } from 'react'
import { Button, IconButton } from '../button/button.tsx'
import { classNames } from '../class-names.ts'
import { useShui } from '../context.tsx'
import { focusOrHeading } from '../focus.ts'
import { useGrid } from './grid-context.tsx'
import type { GridAction, GridModel } from './grid-model.ts'
import styles from './grid-selection.module.css'
import { Panel } from './panel.tsx'
import { countSelected, maxSelected, noSelection, pageSelection, type Selection } from './selection.ts'

export interface GridSelectionProps {
  model: GridModel
  pageKeys: readonly string[]
  selection: Selection
  onChange: (selection: Selection) => void
}

/**
 * The number of selected rows and their actions in one row, the rest behind "More" if narrow. Inside the checkbox form:
 * without script, CSS shows it when a box is checked, and its buttons submit the boxes.
 */
export function GridSelection({ model, pageKeys, selection, onChange }: GridSelectionProps) {
  const { say } = useGrid()
  const count = countSelected(selection, model.total)
  const elsewhere = selection.all ? [] : selection.keys.filter((key) => !pageKeys.includes(key))
  const sayAll = (word: 'selectAll' | 'allSelected') =>
    model.more ? say(`${word}More`, { more: model.more }) : say(word, { n: model.total })
  const canTakeAll = !selection.all && pageSelection(selection, pageKeys) === 'all' && model.total > pageKeys.length
  const actions = possibleActions(model, selection, elsewhere.length > 0)
  const all = canTakeAll ? (
    <button type="button" className={styles.all} onClick={() => onChange({ keys: [], all: true })}>
      {sayAll('selectAll')}
    </button>
  ) : null
  return (
    <div role="group" aria-label={say('selection')} className={styles.bar} data-selected={count > 0 ? '' : undefined}>
      {model.fields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {selection.all ? <input type="hidden" name="all" value="1" /> : null}
      {elsewhere.length > 0 ? <input type="hidden" name="keys" value={elsewhere.join(',')} /> : null}
      <span className={styles.count} role="status">
        {count === 0 ? '' : selection.all ? sayAll('allSelected') : say('selected', { n: count })}
      </span>
      {selection.keys.length >= maxSelected ? (
        <span className={styles.full}>{say('selectionFull', { n: maxSelected })}</span>
      ) : null}
      <span className={styles.wide}>{all}</span>
      <span className={styles.actions}>
        <ActionButtons actions={actions} />
      </span>
      {actions.length > 1 || all ? (
        <Panel
          label={say('moreActions')}
          title={say('moreActions')}
          size="small"
          align="end"
          className={classNames(styles.more, actions.length < 3 && !all && styles.onlySecond)}
        >
          <div className={styles.list}>
            {all}
            <ActionButtons actions={actions} />
          </div>
        </Panel>
      ) : null}
      {count > 0 ? (
        <IconButton
          icon={X}
          size="small"
          label={say('clearSelection')}
          onClick={({ currentTarget: { form } }) => {
            // The focused button disappears: focus the start of the selection.
            focusOrHeading(form?.querySelector('tbody :checked') ?? form?.querySelector('tbody [type=checkbox]'))
            onChange(noSelection)
          }}
        />
      ) : null}
    </div>
  )
}

/** Actions possible for at least one selected row; for rows of other pages that is unknown, so all. */
function possibleActions(model: GridModel, { keys, all }: Selection, areElsewhere: boolean): readonly GridAction[] {
  const actions = model.actions ?? []
  if (all || areElsewhere || keys.length === 0) return actions
  const chosen = model.rows.filter(({ key }) => keys.includes(key)).map(({ cannot = '' }) => cannot.split(' '))
  return actions.filter(({ id }) => chosen.some((cannot) => !cannot.includes(id)))
}

function ActionButtons({ actions }: { actions: readonly GridAction[] }) {
  const { act } = useGrid()
  const { token } = useShui()
  const isActing = useRef(false)
  const [busy, setBusy] = useState<string | null>(null)
  const press = (event: MouseEvent<HTMLButtonElement>, action: GridAction) => {
    const { form } = event.currentTarget
    if (!act || !action.inPlace || !form) return
    event.preventDefault()
    if (isActing.current) return
    isActing.current = true
    setBusy(action.id)
    const panel = event.currentTarget.closest<HTMLElement>('[popover]')
    if (panel?.matches(':popover-open')) panel.hidePopover()
    void act(action, new FormData(form)).finally(() => {
      isActing.current = false
      setBusy(null)
    })
  }
  return actions.map((action) => (
    <Button
      key={action.id}
      type="submit"
      size="small"
      kind={action.primary ? 'primary' : 'secondary'}
      formAction={action.url}
      formMethod={action.method}
      aria-busy={busy === action.id || undefined}
      aria-keyshortcuts={action.key}
      onClick={(event) => press(event, action)}
      // Only POST buttons send the token: a GET form would expose it in the URL.
      {...(action.method === 'post' ? { name: 'srt', value: token ?? '' } : action.send)}
    >
      {action.label}
    </Button>
  ))
}
