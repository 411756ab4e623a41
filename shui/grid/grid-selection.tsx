import X from 'lucide-react/icons/x'
import { Button, IconButton } from '../button/button.tsx'
import { useShui } from '../context.tsx'
import { useGrid } from './grid-context.tsx'
import type { GridModel } from './grid-model.ts'
import styles from './grid-selection.module.css'
import { countSelected, mostSelected, noSelection, pageSelection } from './selection.ts'
import type { Selection } from './selection.ts'

export interface GridSelectionProps {
  model: GridModel
  pageKeys: readonly string[]
  selection: Selection
  onChange: (selection: Selection) => void
}

/**
 * How many rows are selected and what can be done with them. Stands inside the form that holds the boxes. Without
 * script the sheet shows it as soon as a box is checked, and its buttons send those boxes.
 */
export function GridSelection({ model, pageKeys, selection, onChange }: GridSelectionProps) {
  const { say } = useGrid()
  const { token } = useShui()
  const count = countSelected(selection, model.total)
  const elsewhere = selection.all ? [] : selection.keys.filter((key) => !pageKeys.includes(key))
  const canTakeAll = !selection.all && pageSelection(selection, pageKeys) === 'all' && model.total > pageKeys.length
  return (
    <div role="group" aria-label={say('selection')} className={styles.bar} data-selected={count > 0 ? '' : undefined}>
      {model.fields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {selection.all ? <input type="hidden" name="all" value="1" /> : null}
      {elsewhere.length > 0 ? <input type="hidden" name="keys" value={elsewhere.join(',')} /> : null}
      <span className={styles.count} role="status">
        {count === 0 ? '' : selection.all ? say('allSelected', { n: count }) : say('selected', { n: count })}
      </span>
      {selection.keys.length >= mostSelected ? (
        <span className={styles.full}>{say('selectionFull', { n: mostSelected })}</span>
      ) : null}
      {canTakeAll ? (
        <button type="button" className={styles.all} onClick={() => onChange({ keys: [], all: true })}>
          {say('selectAll', { n: model.total })}
        </button>
      ) : null}
      <span className={styles.actions}>
        {(model.actions ?? []).map((action) => (
          <Button
            key={action.id}
            type="submit"
            size="small"
            kind={action.primary ? 'primary' : 'secondary'}
            formAction={action.url}
            formMethod={action.method}
            // Only the button that posts sends the token: a GET form would show it in the address.
            {...(action.method === 'post' ? { name: 'srt', value: token ?? '' } : action.send)}
          >
            {count === 0 ? action.label : say('actOnSelected', { action: action.label, n: count })}
          </Button>
        ))}
        {count > 0 ? (
          <IconButton icon={X} size="small" label={say('clearSelection')} onClick={() => onChange(noSelection)} />
        ) : null}
      </span>
    </div>
  )
}
