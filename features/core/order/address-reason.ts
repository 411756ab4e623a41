export const addressReasons = ['BUYER_ASKED', 'TYPING_ERROR', 'INCOMPLETE', 'OTHER'] as const
export type AddressReason = (typeof addressReasons)[number]
