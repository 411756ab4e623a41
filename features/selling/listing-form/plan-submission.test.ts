import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { maxFormBytes } from './form/sent-form.ts'
import type { KeepOutcome } from './keep/keep-form.server.ts'
import { planAnswer, planSubmission } from './plan-submission.ts'

const sent = { intent: 'save', search: '', typed: { title: 'Leica M3' } }
const tooLong = { title: 'x'.repeat(maxFormBytes) }

describe('the plan of a submission', () => {
  it.each([
    ['publish', '', 'publish'],
    ['product:1000000001', '', 'product:1000000001'],
    ['enter', 'leica', 'search'],
    ['enter', ' ', 'save'],
  ])('of the button %s with the search "%s" keeps the input and performs %s', (intent, search, performed) =>
    expect(planSubmission({ ...sent, intent, search })).toEqual({ kind: 'keep', intent: performed }),
  )

  it('discards any input, and refuses input that is too long', () => {
    expect(planSubmission({ ...sent, intent: 'discard', typed: tooLong })).toEqual({ kind: 'discard' })
    expect(planSubmission({ ...sent, typed: tooLong })).toEqual({
      kind: 'refuse',
      kept: { ok: false, reason: 'too-long' },
    })
  })
})

const draft = {
  listingId: 1,
  itemNumber: '118304211004',
  formKey: 'k'.repeat(22),
  mode: 'AddItem',
  typed: sent.typed,
  revision: 1,
  baseVersion: null,
  sourceId: null,
  savedAt: new Date('2026-11-20T12:00:00Z'),
} as const
const outcomes: KeepOutcome[] = [
  { ok: true, draft },
  { ok: false, reason: 'untouched' },
  { ok: false, reason: 'too-long' },
  { ok: false, reason: 'not-relistable', refusal: 'already-relisted' },
  { ok: false, reason: 'conflict', draft },
  { ok: false, reason: 'published', itemNumber: draft.itemNumber },
]

describe('the plan of an answer', () => {
  it.each([
    ['publish', 'publish'],
    ['preview', 'preview'],
    ['save', 'saved'],
    ['rows', 'form'],
    ['constructor', 'form'],
  ])('to the button %s, once the input is saved, is: %s', (intent, kind) =>
    expect(planAnswer(intent, { ok: true, draft })).toEqual({ kind, draft }),
  )

  it('publishes, previews and continues only with saved input', () =>
    expectForAll(
      fc.oneof(fc.constantFrom('publish', 'preview', 'save', 'rows'), fc.string()),
      fc.constantFrom(...outcomes),
      (intent, kept) => {
        const answer = planAnswer(intent, kept)
        if ('draft' in answer) expect(kept).toEqual({ ok: true, draft: answer.draft })
        expect(answer.kind === 'refuse').toBe(!kept.ok && kept.reason !== 'untouched')
      },
    ))
})
