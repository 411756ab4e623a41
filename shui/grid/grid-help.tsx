import { useId, type RefObject } from 'react'
import X from 'lucide-react/icons/x'
import { IconButton } from '../button/button.tsx'
import { Checkbox } from '../form/controls.tsx'
import { useKeyName } from '../use-key-name.ts'
import { useGrid } from './grid-context.tsx'
import styles from './grid-help.module.css'

import type { GridAction } from './grid-model.ts'
import { gridKeys } from './keys.ts'

export interface GridHelpProps {
  actions: readonly GridAction[]
  dialog: RefObject<HTMLDialogElement | null>
  /** Whether single-key shortcuts are enabled. */
  single: boolean
  onSingle: (on: boolean) => void
}

/** Keyboard help, and a switch for single-key shortcuts (WCAG 2.1.4). */
export function GridHelp({ actions, dialog, single, onSingle }: GridHelpProps) {
  const { say } = useGrid()
  const keyName = useKeyName()
  const id = useId()
  return (
    <dialog ref={dialog} aria-labelledby={id} className={styles.dialog}>
      <div className={styles.head}>
        <h2 id={id}>{say('keys')}</h2>
        <IconButton icon={X} size="small" label={say('close')} onClick={() => dialog.current?.close()} />
      </div>
      <dl className={styles.keys}>
        {[
          ...gridKeys.map(({ key, command }) => ({ key, does: say(command) })),
          ...actions.flatMap(({ key, label }) => (key ? [{ key, does: label }] : [])),
        ].map(({ key, does }) => (
          <div key={key}>
            <dt>
              <kbd>{keyName(key)}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Checkbox label={say('useKeys')} checked={single} onChange={(event) => onSingle(event.target.checked)} />
    </dialog>
  )
}
