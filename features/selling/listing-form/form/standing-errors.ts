import { publishProblems, type ContentProblem, type FieldProblem } from '#features/core/listing/publish-guards.ts'
import type { FieldErrorModel, FormView } from './form-view.ts'
import { readContent, type ReadProblem } from './read-content.ts'
import type { Typed } from './typed-form.ts'

type RuledView = Pick<FormView, 'currency' | 'grouping' | 'zone' | 'limits' | 'leaf' | 'hasOtherPicture'>

/** Validation errors the browser can detect while typing: all of the server's except SKUs and times. */
export function liveProblems(
  { leaf, hasOtherPicture, ...setting }: RuledView,
  typed: Typed,
): FieldProblem<ContentProblem | ReadProblem>[] {
  const read = readContent(typed, setting)
  const requiredAspects = (leaf?.aspects ?? []).filter((aspect) => aspect.required).map(({ name }) => name)
  const unreadable = new Set(read.problems.map(({ field }) => field))
  const guards = publishProblems(read.content, { requiredAspects, hasOtherPicture, now: new Date(0) })
  return [...read.problems, ...guards.filter(({ field }) => !unreadable.has(field))]
}

/**
 * Errors of the last submission that still apply: those the browser can check, until fixed; all others until their
 * field changes.
 */
export function standingErrors(view: FormView, typed: Typed): readonly FieldErrorModel[] {
  if (view.errors.length === 0) return view.errors
  const fieldsOf = (form: Typed) => new Set(liveProblems(view, form).map(({ field }) => field))
  const [before, now] = [fieldsOf(view.typed), fieldsOf(typed)]
  const standing = view.errors.filter(({ field }) => {
    if (field === '') return true
    return before.has(field) ? now.has(field) : (view.typed[field] ?? '') === (typed[field] ?? '')
  })
  return standing.length === view.errors.length ? view.errors : standing
}
