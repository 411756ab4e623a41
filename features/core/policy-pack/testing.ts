import { readPolicyPack } from './policy-pack-file.ts'

/** The hub's own policy pack. Features must not know the file's path; their tests may. */
export const testPolicyPack = readPolicyPack(new URL('../../../marketplace/policy-pack.json', import.meta.url))
