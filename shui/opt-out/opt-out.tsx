import Undo2 from 'lucide-react/icons/undo-2'
import { useCallback, useReducer, useState, type MouseEvent } from 'react'
import { Icon } from '../icon/icon.tsx'
import { Text } from '../text/text.tsx'
import { textUrl, type TextInput, type TextModel } from '../text/text-model.ts'
import { useLoaded } from '../use-loaded.ts'
import { useModel } from '../use-model.ts'
import { useWidgetId } from '../widget-id.ts'
import { isOptOut, type OptOutModel } from './opt-out-model.ts'
import { nextOptOut } from './opt-out-state.ts'
import styles from './opt-out.module.css'

export interface OptOutProps {
  model: OptOutModel
  /** Other allowed origins of `previousToolUrl`. */
  allowedOrigins?: readonly string[]
  /** Receives the name of each `OPERATION` in headings and paragraphs. */
  onAction?: (name: string) => void
}

export function OptOut(props: OptOutProps) {
  const model = useModel('shui-opt-out', isOptOut, props.model)
  return model ? <OptOutLink {...props} model={model} /> : null
}

function OptOutLink({ model, allowedOrigins = [], onAction }: OptOutProps) {
  const id = useWidgetId('shui-opt-out', model)
  const [state, send] = useReducer(nextOptOut, 'closed')
  const [meant, setMeant] = useState(false)
  const url = textUrl(model.linkConfig)
  const giveUp = useCallback(() => {
    setMeant(false)
    if (state === 'closed') return
    send('close')
    if (url !== null) location.assign(url)
  }, [state, url])
  const code = useLoaded(loadDialog, meant || state !== 'closed', giveUp)
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    send('open')
  }
  return (
    // Preload the dialog's code on hover or focus.
    <div data-opens-here="" onPointerEnter={() => setMeant(true)} onFocus={() => setMeant(true)}>
      <Text text={opener(model.linkConfig)} className={styles.link} before={<Icon as={Undo2} />} onFire={open} />
      {code === null || state === 'closed' ? null : (
        <code.OptOutDialog {...{ id, model, allowedOrigins, state, send, onAction }} />
      )}
    </div>
  )
}

const loadDialog = () => import('./opt-out-dialog.tsx')

/** A text without an action becomes a button. */
function opener(link: TextInput): TextModel {
  const model = typeof link === 'string' ? { text: link } : link
  return model.action ? model : { ...model, action: { type: 'OPERATION', name: 'optOut' } }
}
