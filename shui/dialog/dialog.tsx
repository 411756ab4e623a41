import X from 'lucide-react/icons/x'
import { useEffect, useId, useRef } from 'react'
import type { ReactNode, Ref } from 'react'
import { IconButton } from '../button/button.tsx'
import { classNames } from '../class-names.ts'
import { useShui } from '../context.tsx'
import { Text } from '../text/text.tsx'
import type { TextInput } from '../text/text-model.ts'
import styles from './dialog.module.css'
import { showModal } from './show-modal.ts'

export interface DialogProps {
  /** An own one by default. */
  id?: string
  title: TextInput
  /** Gets the name of an `OPERATION` in the title. */
  onAction?: (name: string) => void
  /** Called by the cross and by Escape. The owner takes the dialog away; a click beside it does nothing. */
  onClose: () => void
  /** Called by the cross instead, where pressing it is more than closing. */
  onCross?: () => void
  /** Names the cross; the kit's "Close" by default. Null leaves the cross out. */
  closeLabel?: string | null
  /** `alertdialog` for what interrupts. */
  role?: 'dialog' | 'alertdialog'
  /** While something runs. */
  busy?: boolean
  /** Drawn beside the title. */
  mark?: ReactNode
  /** The buttons, the primary one last. */
  actions?: ReactNode
  wide?: boolean
  headingRef?: Ref<HTMLHeadingElement>
  children?: ReactNode
}

/** A modal dialog, open as long as it is rendered. Focus starts on its heading and returns to where it was, or to what was pressed. */
export function Dialog(props: DialogProps) {
  const { title, onAction, onClose, onCross = onClose, closeLabel, role, busy, mark, actions, wide, headingRef } = props
  const { labels } = useShui()
  const ownId = useId()
  const id = `${props.id ?? ownId}-title`
  const dialog = useRef<HTMLDialogElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  }, [onClose])
  useEffect(() => {
    const element = dialog.current
    if (element === null) return
    return showModal(element, element.querySelector('h2'), () => close.current())
  }, [])
  return (
    <dialog
      ref={dialog}
      id={props.id}
      className={classNames(styles.dialog, wide && styles.wide)}
      role={role === 'alertdialog' ? 'alertdialog' : undefined}
      aria-labelledby={id}
      aria-describedby={role === 'alertdialog' ? `${id}-body` : undefined}
      aria-busy={busy ? true : undefined}
    >
      <div className={styles.head}>
        {mark}
        <h2 id={id} ref={headingRef} className={styles.title} tabIndex={-1}>
          <Text text={title} onAction={onAction} />
        </h2>
        {closeLabel === null ? null : <IconButton icon={X} label={closeLabel ?? labels.close} onClick={onCross} />}
      </div>
      <div id={`${id}-body`} className={styles.body}>
        {props.children}
      </div>
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </dialog>
  )
}
