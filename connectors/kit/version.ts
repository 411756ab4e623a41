/** Version of the kit, which is that of the hub's package. Connectors report it. */
export const kitVersion = '1.0.0'
