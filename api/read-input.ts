import type { z } from 'zod'
import { assertDefined } from '#lib/assert-defined.ts'
import type { Endpoint } from './endpoint.ts'
import { notYetHappened } from './fields.ts'
import type { RefusedField } from './mend-order.ts'
import { ApiProblem, fieldProblems, summarizeErrors, type FieldProblem } from './problem.ts'
import { repeatedNames } from './repeated-names.ts'

/** Reads the query of a request; refuses what the endpoint does not know. */
export function readQuery(endpoint: Endpoint, request: Request): unknown {
  const url = new URL(request.url)
  const given = endpoint.query.safeParse(Object.fromEntries(url.searchParams))
  const repeated = repeatedNames(url)
  if (given.success && repeated.length === 0) return given.data
  const twice = repeated.map((parameter): FieldProblem => ({
    parameter,
    detail: 'The parameter is given more than once.',
  }))
  const wrong = (given.error?.issues ?? []).flatMap((issue): FieldProblem[] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((parameter) => ({ parameter, detail: 'There is no such parameter.' }))
      : [{ parameter: String(issue.path[0]), detail: `${issue.message}.` }],
  )
  throw new ApiProblem(
    'invalid-query',
    summarizeErrors([...twice, ...wrong], (one) => one),
  )
}

/** Most rounds of repairs: contradictions show once each field is right by itself. */
const mostRepairs = 5

/** The body by an endpoint’s schema, repaired where the endpoint does so; refuses one that does not fit. */
export function checkBody(endpoint: Pick<Endpoint, 'body' | 'happened' | 'mend'>, given: unknown, now: Date): unknown {
  let refusal: ApiProblem | null = null
  for (let body = given, left = mostRepairs; ; left -= 1) {
    const { data, refused, problem } = validate(endpoint, body, now)
    if (!problem) return data
    refusal ??= problem
    const mended = left > 0 ? (endpoint.mend?.(body, refused, now) ?? null) : null
    if (mended === null) throw refusal
    body = mended
  }
}

function validate(
  { body: schema, happened }: Pick<Endpoint, 'body' | 'happened'>,
  body: unknown,
  now: Date,
): { data?: unknown; refused: RefusedField[]; problem: ApiProblem | null } {
  const { data, error } = assertDefined(schema, 'only endpoints with a body have it read').safeParse(body)
  if (error)
    return { refused: error.issues.flatMap(refusedBy), problem: new ApiProblem('invalid-body', fieldProblems(error)) }
  // Safe cast: validated by the endpoint's schema.
  const early = notYetHappened(happened?.(data as never) ?? {}, now)
  if (early.length === 0) return { data, refused: [], problem: null }
  const refused = early.map(({ pointer }) => ({ path: pathIn(pointer) }))
  return { refused, problem: new ApiProblem('invalid-body', { errors: early }) }
}

const refusedBy = (issue: z.core.$ZodIssue): RefusedField[] => {
  const path = issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))
  if (issue.code !== 'unrecognized_keys') return [{ path }]
  return issue.keys.map((key) => ({ path: [...path, key], isUnknown: true }))
}

const pathIn = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step))
