/** The marketplace's numbers that come with the hub; an operator may put another file in their place (`POLICY_PACK`). */
export const bundledPolicyPack = new URL('./policy-pack.json', import.meta.url)

/** Carriers and their numbers that come with the hub; an operator may put another file in their place (`CARRIERS_FILE`). */
export const bundledCarriers = new URL('./carriers.json', import.meta.url)
