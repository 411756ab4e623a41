import Undo2 from 'lucide-react/icons/undo-2'
import { useReducer } from 'react'
import type { MouseEvent } from 'react'
import { Icon } from '../icon/icon.tsx'
import { Text } from '../text/text.tsx'
import type { TextInput, TextModel } from '../text/text-model.ts'
import { useWidgetId } from '../widget-id.ts'
import { OptOutDialog } from './opt-out-dialog.tsx'
import type { OptOutModel } from './opt-out-model.ts'
import { nextOptOut } from './opt-out-state.ts'
import styles from './opt-out.module.css'

export type OptOutProps = {
  model: OptOutModel
  /** Other origins on which `previousToolUrl` may be. */
  allowedOrigins?: readonly string[]
}

/** The link by which a member switches back to the previous tool, and its dialog. */
export function OptOut({ model, allowedOrigins = [] }: OptOutProps) {
  const id = useWidgetId('shui-opt-out', model)
  const [state, send] = useReducer(nextOptOut, 'closed')
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    send('open')
  }
  return (
    <>
      <Text text={opener(model.linkConfig)} className={styles.link} before={<Icon as={Undo2} />} onFire={open} />
      {state === 'closed' ? null : <OptOutDialog {...{ id, model, allowedOrigins, state, send }} />}
    </>
  )
}

/** A text without an action of its own becomes a button. */
function opener(link: TextInput): TextModel {
  const model = typeof link === 'string' ? { text: link } : link
  return model.action ? model : { ...model, action: { type: 'OPERATION', name: 'optOut' } }
}
