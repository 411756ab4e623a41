import { parseArgs } from 'node:util'

const help = `npm run fuzz -- [options]

Starts a hub with the demo marketplace in data/fuzz and sends it requests that no browser would send: every route and
method, unusual queries, bodies, headers and encodings, and page forms with unusual values, signed out and as four members,
with valid and forged tokens. Fails with exit code 1 and the smallest failing requests if an answer is a server error or
missing, if an error is logged, or if the process ends.

  --api           fuzz the APIs instead, the marketplace's and that of sellers' tools: examples from the documentation and
                  the hub's own answers, valid and modified, with keys that have all scopes
  --rules         run the property tests of lib/, features/ and api/ instead, each with 1000 new cases, or ten times the
                  usual number if it needs a database
  --processes     kill and stop the hub's processes and its database instead, at more moments than the tests
  --mutations     change rules of lib/, features/ and api/ instead, one at a time in a copy, and print each change that no
                  test in the rule's folder detects. Some make no difference. --requests is the number of changes,
                  default 60
  --requests <n>  number of requests; default 20000
  --seed <n>      repeat the requests of an earlier run; default: a new seed, which is printed
  --path <path>   go straight to the case that an earlier run with the same seed printed
  --help          print this text`

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    requests: text,
    seed: text,
    path: text,
    api: { type: 'boolean', default: false },
    rules: { type: 'boolean', default: false },
    processes: { type: 'boolean', default: false },
    mutations: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const requests = Number(values.requests ?? (values.mutations ? 60 : 20_000))
if (values.help) console.log(help)
else if (!Number.isSafeInteger(requests) || requests < 1) {
  console.error('--requests must be a whole number of at least 1.')
  process.exitCode = 2
} else {
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
  process.exitCode = (await holds(seed)) ? 0 : 1
}

async function holds(seed: number): Promise<boolean> {
  if (values.processes) return (await import('./processes.ts')).tryMoments()
  if (values.rules) return (await import('./rules.ts')).fuzzRules(seed)
  if (values.mutations) return (await import('./mutations.ts')).tryMutations({ count: requests, seed })
  const { fuzz } = await import('./run.ts')
  return fuzz({ requests, seed, path: values.path, api: values.api, say: console.log })
}
