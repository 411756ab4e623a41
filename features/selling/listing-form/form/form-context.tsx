import { createContext, use, useMemo } from 'react'
import { fieldId } from '#features/core/listing/field-id.ts'
import type { ListingContent } from '#features/core/listing/listing-content.ts'
import type { FieldErrorModel, FormView } from './form-view.ts'
import { readContent } from './read-content.ts'
import type { Typed } from './typed-form.ts'

const ViewContext = createContext<FormView | null>(null)
const LiveContext = createContext<Typed | null>(null)
const ErrorsContext = createContext<readonly FieldErrorModel[]>([])
const SettledContext = createContext<Typed | null>(null)

/** Gives the form's view to its sections. */
export const FormViewProvider = ViewContext.Provider
/** Gives what is typed right now to the few parts that follow it. */
export const LiveTypedProvider = LiveContext.Provider

/** Gives what is still wrong of the last refusal. */
export const StandingErrorsProvider = ErrorsContext.Provider

/** What is still wrong of the last refusal. */
export function useStandingErrors(): readonly FieldErrorModel[] {
  return use(ErrorsContext)
}

/** Gives what is typed once a field is left, to what must not follow each letter. */
export const SettledTypedProvider = SettledContext.Provider

/** What was typed when a field was last left or chosen. */
export function useSettledTyped(): Typed {
  const typed = use(SettledContext)
  if (!typed) throw new Error('useSettledTyped needs a SettledTypedProvider above it')
  return typed
}

const ChosenRowContext = createContext<number | null>(null)
/** Gives the row of variations that was worked on last. */
export const ChosenRowProvider = ChosenRowContext.Provider

/** The row of variations that was worked on last; null before any was. */
export function useChosenRow(): number | null {
  return use(ChosenRowContext)
}

/** The view that the form was drawn from. */
export function useFormView(): FormView {
  const view = use(ViewContext)
  if (!view) throw new Error('useFormView needs a FormViewProvider above it')
  return view
}

/** What is typed right now. */
export function useLiveTyped(): Typed {
  const typed = use(LiveContext)
  if (!typed) throw new Error('useLiveTyped needs a LiveTypedProvider above it')
  return typed
}

/** What is typed right now, read as a listing. */
export function useLiveContent(): ListingContent {
  const { currency, grouping, zone, limits } = useFormView()
  const typed = useLiveTyped()
  return useMemo(
    () => readContent(typed, { currency, grouping, zone, limits }).content,
    [typed, currency, grouping, zone, limits],
  )
}

/** What a control of the form takes of the view. */
export interface FieldProps {
  id: string
  name: string
  defaultValue: string
  error: string | null
}

/** Ties a control to its field: `<TextField label={…} {...field('title')} />`. */
export function useFields(): (name: string) => FieldProps {
  const { typed } = useFormView()
  const errors = useStandingErrors()
  return (name) => ({
    id: fieldId(name),
    name,
    defaultValue: typed[name] ?? '',
    error: errors.find(({ field }) => field === name)?.text ?? null,
  })
}
