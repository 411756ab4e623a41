import type { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
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

/** The body by an endpoint’s schema; refuses one that does not fit. */
export function checkBody(schema: z.ZodType, body: unknown): unknown {
  const given = schema.safeParse(body)
  if (given.success) return given.data
  throw new ApiProblem('invalid-body', fieldProblems(given.error))
}
