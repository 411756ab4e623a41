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

export const FormViewProvider = ViewContext.Provider
/** Provides the input as it is typed, for the few parts that follow each keystroke. */
export const LiveTypedProvider = LiveContext.Provider

export const StandingErrorsProvider = ErrorsContext.Provider

/** The remaining errors of the last submission. */
export function useStandingErrors(): readonly FieldErrorModel[] {
  return use(ErrorsContext)
}

/** Provides the input after a field is left, for parts that must not follow each keystroke. */
export const SettledTypedProvider = SettledContext.Provider

export function useSettledTyped(): Typed {
  const typed = use(SettledContext)
  if (!typed) throw new Error('useSettledTyped needs a SettledTypedProvider above it')
  return typed
}

const ChosenRowContext = createContext<number | null>(null)
export const ChosenRowProvider = ChosenRowContext.Provider

/** The variation row edited last; null if none. */
export function useChosenRow(): number | null {
  return use(ChosenRowContext)
}

export function useFormView(): FormView {
  const view = use(ViewContext)
  if (!view) throw new Error('useFormView needs a FormViewProvider above it')
  return view
}

export function useLiveTyped(): Typed {
  const typed = use(LiveContext)
  if (!typed) throw new Error('useLiveTyped needs a LiveTypedProvider above it')
  return typed
}

export function useLiveContent(): ListingContent {
  const { currency, grouping, zone, limits } = useFormView()
  const typed = useLiveTyped()
  return useMemo(
    () => readContent(typed, { currency, grouping, zone, limits }).content,
    [typed, currency, grouping, zone, limits],
  )
}

export interface FieldProps {
  id: string
  name: string
  defaultValue: string
  error: string | null
}

/** Binds a control to its field: `<TextField label={…} {...field('title')} />`. */
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
