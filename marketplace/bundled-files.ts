/** The bundled marketplace policies; operators may replace them (`POLICY_PACK`). */
export const bundledPolicyPack = new URL('./policy-pack.json', import.meta.url)

/** The bundled carriers; operators may replace them (`CARRIERS_FILE`). */
export const bundledCarriers = new URL('./carriers.json', import.meta.url)
