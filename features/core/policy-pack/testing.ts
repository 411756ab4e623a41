import { readPolicyPack } from './policy-pack-file.ts'

/** The pack that comes with the hub. Features may not know where it is; their tests may. */
export const testPolicyPack = readPolicyPack(new URL('../../../marketplace/policy-pack.json', import.meta.url))
