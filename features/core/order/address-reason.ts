/** Why a seller changes the address of an order. */
export const addressReasons = ['BUYER_ASKED', 'TYPING_ERROR', 'INCOMPLETE', 'OTHER'] as const
export type AddressReason = (typeof addressReasons)[number]
