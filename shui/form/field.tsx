import CircleAlert from 'lucide-react/icons/circle-alert'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { useShui } from '../context.tsx'
import { Icon } from '../icon/icon.tsx'
import { Text } from '../text/text.tsx'
import type { TextInput } from '../text/text-model.ts'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import styles from './form.module.css'

export interface FieldProps {
  label: TextInput
  /** What to enter, before it is entered. */
  hint?: TextInput | null
  /** What is wrong and what would be right. */
  error?: TextInput | null
  /** The control's id; an own one by default. Give one where an `ErrorSummary` leads to the field. */
  id?: string
  /** Says "optional" beside the label. Mark the rarer kind only. */
  optional?: boolean
  /** Keeps the label for screen readers only, where the place says it (a search in a bar). */
  hideLabel?: boolean
}

/** The attributes that tie a control to its label, hint and error. Spread them on the control. */
export interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Label, hint and error round a control: `<Field label="Carrier">{(control) => <Select {...control} />}</Field>`. */
export function Field(props: FieldProps & { children: (control: FieldControl) => ReactNode }) {
  const { label, hint, error, optional, hideLabel, children } = props
  const { labels } = useShui()
  const ownId = useId()
  const id = props.id ?? ownId
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
  const control: FieldControl = {
    id,
    'aria-describedby': [hintId, errorId].filter(Boolean).join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
  }
  return (
    <div className={classNames(styles.field, Boolean(error) && styles.wrong)}>
      <label className={classNames(styles.label, hideLabel && styles.hiddenLabel)} htmlFor={id}>
        <Text text={label} />
        {optional ? <span className={styles.optional}> ({labels.optional})</span> : null}
      </label>
      {hint ? (
        <p id={hintId} className={styles.hint}>
          <Text text={hint} />
        </p>
      ) : null}
      {children(control)}
      {error ? <FieldError id={errorId} error={error} /> : null}
    </div>
  )
}

/** What is wrong with a control, with a sign and not by colour alone. */
export function FieldError({ id, error }: { id: string | undefined; error: TextInput }) {
  const { labels } = useShui()
  return (
    <p id={id} className={styles.error}>
      <Icon as={CircleAlert} size={14} />
      <span>
        <VisuallyHidden>{labels.error}: </VisuallyHidden>
        <Text text={error} />
      </span>
    </p>
  )
}
