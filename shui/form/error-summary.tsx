import CircleAlert from 'lucide-react/icons/circle-alert'
import { useEffect, useId, useRef } from 'react'
import { Icon } from '../icon/icon.tsx'
import { isString, optional, shape } from '../model-shape.ts'
import { isText } from '../text/read-text.ts'
import { Text } from '../text/text.tsx'
import type { TextInput } from '../text/text-model.ts'
import { useModels } from '../use-model.ts'
import styles from './form.module.css'

export interface ErrorSummaryProps {
  /** "Two things to correct". */
  title: TextInput
  /** Errors with field ids; without an id an error concerns the whole form. */
  errors: readonly { fieldId?: string; text: TextInput }[]
  /** Identifies the response, if some errors disappear later: each response takes focus once. */
  answer?: string
}

const isFault = shape({ fieldId: optional(isString), text: isText })

/** All errors of a form above it, linked to their fields. Takes focus when it appears. */
export function ErrorSummary({ title, errors: given, answer }: ErrorSummaryProps) {
  const errors = useModels('shui-error-summary', isFault, given)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const taken = useRef<unknown>(null)
  const cause = answer ?? errors
  useEffect(() => {
    if (taken.current !== cause) box.current?.focus()
    taken.current = cause
  }, [cause])
  if (errors.length === 0) return null
  return (
    <div ref={box} className={styles.summary} role="group" aria-labelledby={id} tabIndex={-1}>
      <Icon as={CircleAlert} />
      <div>
        <h2 id={id} className={styles.summaryTitle}>
          <Text text={title} />
        </h2>
        <ul className={styles.summaryList}>
          {errors.map(({ fieldId, text }, index) => (
            <li key={`${fieldId ?? ''}:${index}`}>
              {fieldId ? (
                <a href={`#${fieldId}`}>
                  <Text text={text} />
                </a>
              ) : (
                <Text text={text} />
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
